/**
 * Reproducible numbers from 0 (included) to 1 (excluded): the same seed gives the same row for ever, so that a draw in
 * the log can be made again. Not for secrets. Seed: FNV-1a over the text; generator: Weyl sequence with a 32-bit mixer.
 */
export function randomFrom(seed: string): () => number {
  let state = 0x811c9dc5
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}

/** The item that `uniform` (0 ≤ uniform < 1) falls on, each as wide as its probability; their sum is 1. */
export function draw<Item extends { probability: number }>(items: readonly Item[], uniform: number): Item | undefined {
  let end = 0
  for (const item of items) {
    end += item.probability
    if (uniform < end) return item
  }
  // The last one takes what rounding leaves over.
  return items.at(-1)
}
