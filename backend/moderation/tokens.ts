import type { CleanText } from './clean-text.ts'
import { findPatterns } from './patterns.ts'

export type TokenKind = 'word' | 'number' | 'emoji' | 'mark' | 'link' | 'email' | 'phone' | 'street' | 'mention'

/** `start` and `end` are positions in the clean text; `isGlued`: no space comes before it. */
export type Token = { kind: TokenKind; text: string; start: number; end: number; isGlued: boolean }

const other = 0
const letter = 1
const digit = 2
const space = 3
const leet = 4 // stands for a letter when it touches letters
const inner = 5 // belongs to a word when letters are on both sides
const symbol = 6

const kinds = new Uint8Array(0x10000).fill(255)
for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code)
  kinds[code] = /[a-z]/.test(character) ? letter : /\d/.test(character) ? digit : /\s/.test(character) ? space : other
}
for (const character of '@$!|+') kinds[character.charCodeAt(0)] = leet
for (const character of "'*") kinds[character.charCodeAt(0)] = inner

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  const known = kinds[code] ?? other
  if (known !== 255) return known
  if (code >= 0xd800 && code < 0xe000) return symbol
  const found = /\p{L}/u.test(String.fromCharCode(code))
    ? letter
    : /[\p{S}\p{Extended_Pictographic}]/u.test(String.fromCharCode(code))
      ? symbol
      : other
  kinds[code] = found
  return found
}

const maxTokenLength = 64

/** Words, numbers, emoji and punctuation marks; a link, address or phone number is one token. */
export function tokensOf({ text }: CleanText): Token[] {
  const tokens: Token[] = []
  const matches = findPatterns(text)
  let match = 0
  let isGlued = false
  const add = (kind: TokenKind, start: number, end: number) => {
    tokens.push({ kind, text: text.slice(start, Math.min(end, start + maxTokenLength)), start, end, isGlued })
    isGlued = true
  }
  for (let at = 0; at < text.length; ) {
    const pattern = matches[match]
    if (pattern && at >= pattern.start) {
      match++
      if (at < pattern.end) add(pattern.kind, at, pattern.end)
      at = Math.max(at, pattern.end)
      continue
    }
    const kind = kindAt(text, at)
    if (kind === space) {
      isGlued = false
      at++
    } else if (
      text.charCodeAt(at) === 64 &&
      kindAt(text, at + 1) === letter &&
      (at === 0 || !isWordPart(kindAt(text, at - 1)))
    ) {
      const end = wordEnd(text, at + 1, pattern?.start)
      add('mention', at, end)
      at = end
    } else if (kind === letter || kind === digit || (kind === leet && isInsideWord(text, at))) {
      const end = wordEnd(text, at, pattern?.start)
      const word = text.slice(at, end)
      add(/[a-z\u0080-\uffff]/.test(word) ? 'word' : 'number', at, end)
      at = end
    } else if (kind === symbol) {
      const end = Math.min(text.length, at + (text.charCodeAt(at) >= 0xd800 && text.charCodeAt(at) < 0xdc00 ? 2 : 1))
      add('emoji', at, end)
      at = end
    } else {
      add('mark', at, at + 1)
      at++
    }
  }
  return tokens
}

const isWordPart = (kind: number) => kind === letter || kind === digit

/** `$hit`, `a$$`, `sh!t`: the sign is followed by a letter, and so does not end a sentence or a price. */
function isInsideWord(text: string, at: number): boolean {
  let after = at + 1
  while (after < text.length && after < at + 4 && kindAt(text, after) === leet) after++
  return after < text.length && kindAt(text, after) === letter
}

function wordEnd(text: string, from: number, limit = text.length): number {
  let end = from
  while (end < limit && end < from + 400) {
    const kind = kindAt(text, end)
    if (kind === letter || kind === digit) end++
    else if (kind === leet && end > from && (isInsideWord(text, end) || isDollarEnd(text, end))) end++
    else if (
      kind === inner &&
      end > from &&
      (text[end] === '*' || kindAt(text, end + 1) === letter) &&
      end + 1 <= text.length
    )
      end++
    else if (kind === leet && end === from) end++
    else break
  }
  return Math.max(end, from + 1)
}

/** `a$$` and `pu$$`: a dollar sign at the end of a word is a letter; an exclamation mark is not. */
const isDollarEnd = (text: string, at: number) => text[at] === '$' && kindAt(text, at - 1) !== digit
