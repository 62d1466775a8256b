/** Where 32-bit FNV-1a starts from (Fowler, Noll, Vo). */
export const offsetBasis = 0x811c9dc5

/** 32-bit FNV-1a over UTF-16 units from `from` to `to`, going on from `seed`. */
export function hashText(text: string, seed: number, from = 0, to = text.length): number {
  let hash = seed
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

/** Joins two hashes, in this order. */
export const joined = (first: number, second: number): number =>
  Math.imul((first ^ (second >>> 15) ^ (second << 7)) + 0x9e3779b9, 0x85ebca6b) ^ second

/** Spreads the bits, so that the low ones can be taken as an index (MurmurHash3's finaliser). */
export function mixed(hash: number): number {
  let value = hash ^ (hash >>> 16)
  value = Math.imul(value, 0x85ebca6b)
  value ^= value >>> 13
  value = Math.imul(value, 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
