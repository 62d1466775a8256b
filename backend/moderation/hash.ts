/** Offset basis of 32-bit FNV-1a (Fowler, Noll, Vo). */
export const offsetBasis = 0x811c9dc5

/** 32-bit FNV-1a over the UTF-16 units from `from` to `to`, continuing from `seed`. */
export function hashText(text: string, seed: number, from = 0, to = text.length): number {
  let hash = seed
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

/** Combines two hashes; the order matters. */
export const joined = (first: number, second: number): number =>
  Math.imul((first ^ (second >>> 15) ^ (second << 7)) + 0x9e3779b9, 0x85ebca6b) ^ second

/** Spreads the bits, so that the low ones can serve as an index (MurmurHash3's finalizer). */
export function mixed(hash: number): number {
  let value = hash ^ (hash >>> 16)
  value = Math.imul(value, 0x85ebca6b)
  value ^= value >>> 13
  value = Math.imul(value, 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
