import { latinFor } from './confusables.ts'

/** A normalized text, and for each of its UTF-16 units the part of the original that it stands for. */
export type CleanText = { text: string; starts: Int32Array; ends: Int32Array; hidden: number }

const invisible = /^[\p{Cf}\p{M}\u115f\u1160\u3164\uffa0\u{e0000}-\u{e0fff}]$/u
const lone = /^\p{Cs}$/u
const spaces = /^[\p{Z}\p{Cc}]$/u
const remembered = new Map<number, string>()
const maxRemembered = 20_000

/**
 * Lower case, without compatibility forms, accents and invisible characters, and with look-alike letters made Latin.
 * `hidden` counts the invisible characters. Emoji stay; a lone surrogate becomes a space.
 */
export function cleanText(original: string): CleanText {
  if (isAscii.test(original)) return cleanAscii(original)
  const capacity = original.length * 2 + 32
  let [starts, ends] = [new Int32Array(capacity), new Int32Array(capacity)]
  const parts: string[] = []
  let length = 0
  let hidden = 0
  for (let at = 0; at < original.length; ) {
    const code = original.codePointAt(at) ?? 32
    const next = at + (code > 0xffff ? 2 : 1)
    const plain = code < 128 ? plainAscii(code) : plainOf(code)
    if (plain === '' && code >= 0x200b) hidden++
    if (length + plain.length > starts.length) [starts, ends] = [grown(starts), grown(ends)]
    for (let unit = 0; unit < plain.length; unit++, length++) {
      starts[length] = at
      ends[length] = next
    }
    if (plain !== '') parts.push(plain)
    at = next
  }
  return { text: parts.join(''), starts, ends, hidden }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they count as ASCII
const isAscii = /^[\x00-\x7f]*$/

/** 0, 1, 2 … */
let counted = Int32Array.from({ length: 16_384 }, (_, at) => at)

/** The fast path of nearly every post: each unit stands for itself. */
function cleanAscii(original: string): CleanText {
  const { length } = original
  if (counted.length <= length) counted = Int32Array.from({ length: length * 2 }, (_, at) => at)
  return {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are replaced here
    text: original.toLowerCase().replace(/[\x00-\x1f\x7f]/g, ' '),
    starts: counted.subarray(0, length),
    ends: counted.subarray(1, length + 1),
    hidden: 0,
  }
}

const ascii = Array.from({ length: 128 }, (_, code) =>
  code < 32 || code === 127 ? ' ' : String.fromCharCode(code).toLowerCase(),
)
const plainAscii = (code: number) => ascii[code] ?? ' '

function plainOf(code: number): string {
  const known = remembered.get(code)
  if (known !== undefined) return known
  const plain = decompose(String.fromCodePoint(code))
  if (remembered.size >= maxRemembered) remembered.clear()
  remembered.set(code, plain)
  return plain
}

function decompose(character: string): string {
  if (lone.test(character)) return ' '
  if (invisible.test(character)) return ''
  if (spaces.test(character)) return ' '
  if (/[“”„«»‟]/.test(character)) return '"'
  if (/[‘’‚‛`´]/.test(character)) return "'"
  const whole = latinFor(character)
  if (whole !== null) return whole
  return [...character.normalize('NFKD')]
    .filter((part) => !invisible.test(part))
    .map((part) => latinFor(part) ?? part.toLowerCase())
    .join('')
}

function grown(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2)
  larger.set(array)
  return larger
}
