import { hashText, mixed, offsetBasis } from './hash.ts'

const probes = 5

/** A Bloom filter: membership can be tested, the words cannot be listed, and a member is never missed. */
export type WordSet = { has(word: string): boolean }

export function createWordSet(bits: Uint8Array): WordSet {
  const size = bits.length * 8
  return {
    has(word) {
      if (size === 0) return false
      const first = mixed(hashText(word, offsetBasis))
      const step = mixed(hashText(word, 0x5bd1e995)) | 1
      for (let probe = 0; probe < probes; probe++) {
        const at = (first + Math.imul(probe, step)) >>> 0
        const bit = at % size
        if (((bits[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) return false
      }
      return true
    },
  }
}

/** 16 bits a word: about one non-member in a thousand is taken for a member. */
export function wordSetBits(words: readonly string[]): Uint8Array {
  const bits = new Uint8Array(Math.max(1, words.length * 2))
  const size = bits.length * 8
  for (const word of words) {
    const first = mixed(hashText(word, offsetBasis))
    const step = mixed(hashText(word, 0x5bd1e995)) | 1
    for (let probe = 0; probe < probes; probe++) {
      const bit = ((first + Math.imul(probe, step)) >>> 0) % size
      bits[bit >> 3] = (bits[bit >> 3] ?? 0) | (1 << (bit & 7))
    }
  }
  return bits
}
