import { correctedWord, isListed } from './lexicon.ts'
import type { Token } from './tokens.ts'

/** Which words are known and which are common: both sets come with the model. */
export type Vocabulary = { isKnown(word: string): boolean; isCommon(word: string): boolean }

const leetLetters: { [sign: string]: string } = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
  '+': 't',
}
const ordinal =
  /^\d+(st|nd|rd|th|s|am|pm|k|m|b|bn|x|ft|lb|lbs|kg|g|km|mi|mph|oz|in|cm|mm|yo|yr|yrs|hr|hrs|min|mins|sec|h|d|p|ish|gb|mb|tb|c|f|a|e)$/
const smallWords = new Set(
  'a i am an as at be by do go he if in is it me my no of on or so to up us we you the and are all for not get let out she was has had who why how can did get put'.split(
    ' ',
  ),
)

/** The plain spelling of a word written as `k1ll`, `kiiiill` or `k*ll`. */
export function plainSpelling(text: string, { isKnown }: Vocabulary): string {
  let word = text
  if (/[\d@$!|+]/.test(word) && /[a-z]/.test(word) && !ordinal.test(word)) word = unleet(word, isKnown)
  if (/(.)\1\1/.test(word)) word = unrepeat(word, isKnown)
  else if (/([a-z])\1/.test(word) && !isListed(word) && !isKnown(word)) {
    const single = word.replace(/([a-z])\1/g, '$1')
    if (isListed(single)) word = single
  }
  if (word.includes('*')) word = unstar(word)
  if (word.length > 4 && !isListed(word) && !isKnown(word)) word = correctedWord(word) ?? word
  return word
}

function unleet(word: string, isKnown: (word: string) => boolean): string {
  const plain = word.replace(/[\d@$!|+]/g, (sign) => leetLetters[sign] ?? sign)
  if (isListed(plain) || isKnown(plain)) return plain
  const other = word.replace(/[1!|]/g, 'l').replace(/[\d@$+]/g, (sign) => leetLetters[sign] ?? sign)
  if (isListed(other) || isKnown(other)) return other
  return /\d{3}|^[a-z]+\d+$/.test(word) ? word : plain
}

function unrepeat(word: string, isKnown: (word: string) => boolean): string {
  const twice = word.replace(/(.)\1{2,}/g, '$1$1')
  const once = word.replace(/(.)\1{2,}/g, '$1')
  if (isListed(twice)) return twice
  if (isListed(once) || isKnown(once)) return once
  const single = word.replace(/(.)\1+/g, '$1')
  if (isListed(single)) return single
  return isKnown(twice) ? twice : once
}

const vowels = [...'aeiou']

/** `b*tch`: the listed word if one or two vowels were starred out; a word with more stars stays as it is. */
function unstar(word: string): string {
  const bare = word.replace(/^\*+|\*+$/g, '')
  if (!/^[a-z]+\*{1,2}[a-z]+$/.test(bare))
    return bare.includes('*') || bare === '' ? word : bare === word ? word : /^\*/.test(word) ? bare : word
  for (const vowel of vowels) {
    const one = bare.replace('*', vowel)
    if (!one.includes('*')) {
      if (isListed(one)) return one
    } else for (const second of vowels) if (isListed(one.replace('*', second))) return one.replace('*', second)
  }
  return bare
}

const isSingle = (token: Token | undefined) =>
  token !== undefined &&
  token.text.length === 1 &&
  (token.kind === 'word' || token.kind === 'number' || /[@$!|*]/.test(token.text))
const isSeparator = (token: Token | undefined) =>
  token !== undefined && token.kind === 'mark' && /[-._~/\\:;,*^]/.test(token.text)

/**
 * The tokens with `k i l l`, `k.i.l.l` and `ki-ll` joined, `Ikillyou` split, and each word in its plain spelling.
 * `repaired` counts the joined and the split ones.
 */
export function plainWords(tokens: readonly Token[], vocabulary: Vocabulary): { tokens: Token[]; repaired: number } {
  const plain: Token[] = []
  let repaired = 0
  let unknownWords = 0
  const spellings = new Map<string, string>()
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    if (token === undefined) break
    if (token.kind !== 'word' && !isSingle(token)) {
      plain.push(token)
      continue
    }
    const spaced =
      isSingle(token) && token.kind !== 'mark' ? spacedWord(tokens, at) : hyphenated(tokens, at, vocabulary)
    if (spaced !== null) {
      at = spaced.last
      repaired++
      plain.push(...split(spaced.token, vocabulary))
      continue
    }
    if (token.kind !== 'word' || (unknownWords > maxUnknownWords && !vocabulary.isKnown(token.text))) {
      plain.push(token)
      continue
    }
    if (!vocabulary.isKnown(token.text)) unknownWords++
    const text = spellings.get(token.text) ?? plainSpelling(token.text, vocabulary)
    spellings.set(token.text, text)
    const parts = split(text === token.text ? token : { ...token, text }, vocabulary)
    if (parts.length > 1) repaired++
    plain.push(...parts)
  }
  return { tokens: plain, repaired }
}

/** Unknown words whose spelling is repaired in one post; more of them are noise, and cost time. */
const maxUnknownWords = 60

type Joined = { token: Token; last: number }

const isDigit = (token: Token | undefined) => token?.kind === 'number'

function spacedWord(tokens: readonly Token[], from: number): Joined | null {
  if (isDigit(tokens[from]) && isDigit(tokens[from + 1])) return null
  let text = ''
  let last = from - 1
  let letters = 0
  for (let at = from; at < tokens.length && text.length < 60; at++) {
    const token = tokens[at]
    if (token === undefined) break
    if (isSingle(token)) {
      text += leetLetters[token.text] ?? token.text
      if (/[a-z]/.test(token.text)) letters++
      last = at
    } else if (!isSeparator(token)) break
  }
  const first = tokens[from]
  const end = tokens[last]
  if (text.length < 3 || letters < 2 || letters * 2 < text.length || !first || !end) return null
  return { token: { ...first, kind: 'word', text: text.replace(/\*/g, ''), end: end.end }, last }
}

/** `ki-ll` and `st.upid`: unknown pieces without a space between them that make a listed word. */
function hyphenated(tokens: readonly Token[], from: number, { isKnown }: Vocabulary): Joined | null {
  const first = tokens[from]
  if (!first || !isSeparator(tokens[from + 1]) || !tokens[from + 1]?.isGlued) return null
  let text = first.text
  for (let at = from + 1; at + 1 < tokens.length && at < from + 8; at += 2) {
    const piece = tokens[at + 1]
    if (!isSeparator(tokens[at]) || !tokens[at]?.isGlued || !piece?.isGlued || piece.kind !== 'word') return null
    text += piece.text
    const hasUnknownPiece = !isKnown(first.text) || !isKnown(piece.text)
    if (hasUnknownPiece && isListed(text)) return { token: { ...first, text, end: piece.end }, last: at + 1 }
  }
  return null
}

/** `Ikillyou` -> `I kill you`, if it consists of listed and common words and is not a word itself. */
function split(token: Token, { isKnown, isCommon }: Vocabulary): Token[] {
  const { text } = token
  if (text.length < 7 || text.length > 40 || isListed(text) || isKnown(text) || !/^[a-z']+$/.test(text)) return [token]
  const isPart = (part: string) =>
    (part.length < 4 ? smallWords.has(part) : isListed(part) || isCommon(part)) || (part.length === 3 && isListed(part))
  const best: (number | null)[] = Array.from({ length: text.length + 1 }, () => null)
  const cost = new Float64Array(text.length + 1).fill(Number.POSITIVE_INFINITY)
  cost[0] = 0
  for (let end = 1; end <= text.length; end++) {
    for (let start = Math.max(0, end - 14); start < end; start++) {
      const price = (cost[start] ?? 0) + 1
      if (price < (cost[end] ?? 0) && isPart(text.slice(start, end))) {
        cost[end] = price
        best[end] = start
      }
    }
  }
  if ((cost[text.length] ?? 0) > text.length / 2.5) return [token]
  const parts: Token[] = []
  for (let end = text.length; end > 0; ) {
    const start = best[end] ?? 0
    parts.unshift({ ...token, text: text.slice(start, end) })
    end = start
  }
  return parts
}
