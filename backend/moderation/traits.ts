import type { Traits } from '../domain/screening.ts'
import { foreignLanguageOf } from './foreign-language.ts'
import { indexOf } from './lexicon.ts'
import type { Vocabulary } from './plain-words.ts'
import type { Reading } from './reading.ts'
import { isMaskedSlur } from './slurs.ts'

/** An ideograph counts as a word: such scripts have no spaces. */
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|\p{L}+(?:['’-]\p{L}+)*/gu
const harm = new Set((['slur', 'violence', 'weapon', 'phone', 'street', 'email', 'link'] as const).map(indexOf))
const targets = new Set((['group', 'slur'] as const).map(indexOf))

/** A death wish of three letters, as people write it in games. */
const isDeathWish = (text: string) => text === 'kys'

/** What the policy’s rule needs to know about a text besides the model’s result. */
export function traitsOf(text: string, readings: readonly Reading[], vocabulary: Vocabulary): Traits {
  const words = text.match(word) ?? []
  const isMasked = readings.some((reading) => isMaskedSlur(reading.text))
  return {
    words: words.length,
    holdsHarm: isMasked || readings.some(({ meaning, text }) => harm.has(meaning) || isDeathWish(text)),
    hasTarget: isMasked || readings.some(({ meaning }) => targets.has(meaning)),
    foreignLanguage: foreignLanguageOf(text, words, vocabulary),
  }
}
