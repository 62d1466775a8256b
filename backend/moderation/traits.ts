import type { Traits } from './classification.ts'
import { foreignLanguageOf } from './foreign-language.ts'
import { indexOf } from './lexicon.ts'
import type { Vocabulary } from './plain-words.ts'
import type { Reading } from './reading.ts'
import { isMaskedSlur } from './slurs.ts'

/** An ideograph counts as a word: such scripts have no spaces. */
const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu
const word = new RegExp(`${ideograph.source}|\\p{L}+(?:['’-]\\p{L}+)*`, 'gu')
const harm = new Set((['slur', 'violence', 'weapon', 'phone', 'street', 'email', 'link'] as const).map(indexOf))
const targets = new Set((['group', 'slur'] as const).map(indexOf))
const addressed = new Set((['you', 'mention'] as const).map(indexOf))

/** A death wish of three letters, as people write it in games. */
const isDeathWish = (text: string) => text === 'kys'

/** Facts that the policy’s rule needs about a text besides the model’s result. */
export function traitsOf(text: string, readings: readonly Reading[], vocabulary: Vocabulary): Traits {
  const isMasked = readings.some((reading) => isMaskedSlur(reading.text))
  return {
    words: readings.reduce((sum, reading) => sum + wordsIn(reading), 0),
    holdsHarm: isMasked || readings.some(({ meaning, text }) => harm.has(meaning) || isDeathWish(text)),
    hasTarget: isMasked || readings.some(({ meaning }) => targets.has(meaning)),
    isAimed: readings.some((reading) => addressed.has(reading.meaning) || isName(reading, text, vocabulary)),
    foreignLanguage: foreignLanguageOf(text, text.match(word) ?? [], vocabulary),
  }
}

const wordsIn = ({ isWord, text }: Reading) => (isWord ? Math.max(1, text.match(ideograph)?.length ?? 0) : 0)

/** A capitalized word that means nothing else: "Sharon" and not "This". */
const isName = ({ isWord, meaning, text, start, end }: Reading, post: string, { isCommon }: Vocabulary) =>
  isWord && meaning < 0 && text.length > 2 && !isCommon(text) && /^\p{Lu}\p{Ll}/u.test(post.slice(start, end))
