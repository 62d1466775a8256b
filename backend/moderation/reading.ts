import { cleanText } from './clean-text.ts'
import { hashText, offsetBasis } from './hash.ts'
import { indexOf, meaningOf } from './lexicon.ts'
import { emojiWord, flagWord, isSkinTone } from './lexicon-emoji.ts'
import { plainWords, type Vocabulary } from './plain-words.ts'
import { type Token, tokensOf } from './tokens.ts'

/** A word or emoji as the classifier sees it. */
export type Reading = {
  text: string
  hash: number
  /** Index of its meaning, or -1. */
  meaning: number
  /** Made of letters: no emoji, number, link or address. */
  isWord: boolean
  isNegated: boolean
  isQuoted: boolean
  /** Number of its sentence, from 0. */
  sentence: number
  /** Its position in the original text. */
  start: number
  end: number
}

export type PostReading = { readings: Reading[]; marks: PostMarks }

/** Properties of the whole post. */
export type PostMarks = {
  capitals: number
  exclamations: number
  questions: number
  quotes: number
  hidden: number
  repaired: number
}

const kindHashes: { [kind: string]: number } = Object.fromEntries(
  ['number', 'link', 'email', 'phone', 'street', 'mention'].map((kind) => [kind, hashText(`<${kind}>`, offsetBasis)]),
)
const negation = indexOf('negation')
const [group, folk] = [indexOf('group'), indexOf('folk')]
const isPerson = (meaning: number | undefined) => meaning === group || meaning === folk

/** The post as words with their meaning, disguises undone. */
export function readPost(original: string, vocabulary: Vocabulary): PostReading {
  const clean = cleanText(original)
  const { tokens, repaired } = plainWords(tokensOf(clean), vocabulary)
  const readings: Reading[] = []
  const quotes = quotedParts(tokens)
  let sentence = 0
  let negatedUntil = -1
  let exclamations = 0
  let questions = 0
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    if (token === undefined) break
    if (token.kind === 'mark') {
      if (token.text === '!') exclamations++
      if (token.text === '?') questions++
      const next = tokens[at + 1]
      if ('.!?;'.includes(token.text) && next && !next.isGlued) sentence++
      if ('.!?;,:'.includes(token.text)) negatedUntil = -1
      continue
    }
    if (isRepeated(tokens, at)) continue
    if (isSkinTone(token.text) && !isPerson(readings.at(-1)?.meaning)) continue
    const special = kindHashes[token.kind]
    const flag = token.kind === 'emoji' ? flagWord(token.text, tokens[at + 1]?.text ?? '') : null
    const text = flag ?? (token.kind === 'emoji' ? emojiWord(token.text) : null) ?? token.text
    const meaning = special === undefined ? meaningOf(text) : indexOf(token.kind as 'link')
    readings.push({
      text,
      hash: special ?? hashText(text, offsetBasis),
      meaning,
      isWord: token.kind === 'word',
      isNegated: readings.length <= negatedUntil,
      isQuoted: quotes[at] === 1,
      sentence,
      start: clean.starts[token.start] ?? 0,
      end: clean.ends[token.end - 1] ?? original.length,
    })
    if (flag !== null) at++
    if (meaning === negation) negatedUntil = readings.length + 3
  }
  const marks = {
    capitals: capitalShare(original),
    exclamations,
    questions,
    quotes: quotes.reduce((a, b) => a + b, 0),
    hidden: clean.hidden,
    repaired,
  }
  return { readings, marks }
}

/** From the fourth in a row on, repetitions say nothing more, and a post full of them would take long. */
function isRepeated(tokens: readonly Token[], at: number): boolean {
  const [kind, text] = [tokens[at]?.kind, tokens[at]?.text]
  for (let before = at - 1; before >= at - 3; before--) {
    const other = tokens[before]
    if (other?.kind !== kind || (kind !== 'number' && other?.text !== text)) return false
  }
  return true
}

/** 1 for tokens between a pair of double quotes (or spaced single ones) at most 40 tokens apart. */
function quotedParts(tokens: readonly Token[]): Uint8Array {
  const inside = new Uint8Array(tokens.length)
  let open = -1
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    if (token?.kind !== 'mark' || (token.text !== '"' && token.text !== "'")) continue
    if (open >= 0 && tokens[open]?.text === token.text && at - open <= 40) {
      inside.fill(1, open + 1, at)
      open = -1
    } else open = at
  }
  return inside
}

function capitalShare(text: string): number {
  let capitals = 0
  let letters = 0
  for (let at = 0; at < text.length && at < 2000; at++) {
    const code = text.charCodeAt(at) & ~32
    if (code < 65 || code > 90) continue
    letters++
    if (code === text.charCodeAt(at)) capitals++
  }
  return letters < 8 ? 0 : capitals / letters
}
