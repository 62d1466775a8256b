import { hashText, offsetBasis } from './hash.ts'
import { actions } from './lexicon-actions.ts'
import { people } from './lexicon-people.ts'
import { topics } from './lexicon-topics.ts'
import { isMaskedProfanity, isMaskedSlur, isSlur } from './slurs.ts'

/** The kinds of meaning that the structure features use. */
const listed = { ...people, ...actions, ...topics }

export type Meaning = keyof typeof listed | 'slur' | 'link' | 'email' | 'phone' | 'street' | 'number' | 'mention'

const fixed: Meaning[] = ['slur', 'link', 'email', 'phone', 'street', 'number', 'mention']
const kinds = [...fixed, ...Object.keys(listed)]

/** Number of kinds of meaning. */
export const kindCount = kinds.length

/** Position of a kind of meaning in a post's bits. */
export const indexOf = (meaning: Meaning): number => kinds.indexOf(meaning)

/** Kinds of meaning that belong to public affairs. */
export const publicAffairs = ['politics', 'official', 'weapon'] as const satisfies readonly Meaning[]

/** Hash of each kind, by its index. */
export const meaningHashes: readonly number[] = kinds.map((kind) => hashText(`§${kind}`, offsetBasis))

const words = new Map<string, number>()
for (const [kind, list] of Object.entries(listed)) {
  const index = kinds.indexOf(kind)
  for (const entry of list.split(/\s+/)) {
    if (entry === '') continue
    const isNoun = entry.endsWith('+')
    const word = isNoun ? entry.slice(0, -1) : entry
    for (const form of isNoun ? formsOf(word) : [word]) if (!words.has(form)) words.set(form, index)
  }
}

/** `senator`, `senators`, `senator's`. */
function formsOf(word: string): string[] {
  return [word, pluralOf(word), `${word}'s`]
}

function pluralOf(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}

const slur = indexOf('slur')
const profane = indexOf('profane')

/** Index of the kind of meaning that this word or emoji has, or -1. */
export function meaningOf(word: string): number {
  const known = words.get(word)
  if (known !== undefined) return known
  if (isMaskedProfanity(word)) return profane
  return isSlur(word) || isMaskedSlur(word) ? slur : -1
}

/** True when the word is in one of the lists or a slur: disguised words are repaired into these. */
export const isListed = (word: string): boolean => meaningOf(word) >= 0

/** Listed words with one letter left out, and the word they stand for: `parasie` -> `parasite`. */
const shortened = new Map<string, string>()
for (const word of words.keys()) {
  if (word.length < 6) continue
  for (let at = 1; at < word.length; at++) shortened.set(word.slice(0, at) + word.slice(at + 1), word)
}

/** The listed word that an unknown one misspells by one slip (a letter left out, or two swapped), or null. */
export function correctedWord(word: string): string | null {
  if (word.length < 4 || word.length > 20) return null
  const longer = shortened.get(word)
  if (longer !== undefined) return longer
  for (let at = 0; at + 1 < word.length; at++) {
    const swapped = word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)
    if (swapped !== word && isListed(swapped)) return swapped
  }
  return null
}
