/**
 * Reproducible numbers from 0 (inclusive) to 1 (exclusive): the same seed always gives the same sequence, so that a
 * draw in the log can be repeated. Not for secrets. Seed: FNV-1a over the text; generator: Weyl sequence with a 32-bit
 * mixer.
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

/**
 * Picks the item at `uniform` (0 ≤ uniform < 1). Each item is as wide as its probability, and the widths add up to 1.
 */
export function draw<Item extends { probability: number }>(items: readonly Item[], uniform: number): Item | undefined {
  let end = 0
  for (const item of items) {
    end += item.probability
    if (uniform < end) return item
  }
  // Rounding errors go to the last item.
  return items.at(-1)
}
