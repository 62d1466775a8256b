import { encodeWords, foldLines } from 'nodemailer/lib/mime-funcs'
import { encode, wrap } from 'nodemailer/lib/qp'
import type { Part, Recipient } from '../mail/merge-fields.ts'

/** RFC 2045 allows 76, including the sign of a soft line break. */
const lineLength = 75
const crlf = (text: string) => text.replace(/\r\n?|\n/g, '\r\n')
const quotedPrintable = (text: string) => wrap(encode(crlf(text)), lineLength)

/** Text for many recipients, encoded once (RFC 2045, 6.7): only the values are encoded for each. */
export function encodeParts(
  parts: readonly Part[],
  wordsOf: (part: Part, recipient: Recipient) => string,
): (recipient: Recipient) => string {
  const ready = parts.map((part) => (typeof part === 'string' ? quotedPrintable(part) : part))
  // A soft line break around each value keeps every line within its length, and is not part of the text.
  return (recipient) =>
    ready
      .map((part) => (typeof part === 'string' ? part : `=\r\n${quotedPrintable(wordsOf(part, recipient))}=\r\n`))
      .join('')
}

/** One header line, folded; words outside ASCII become encoded words (RFC 2047). `value` has no control characters. */
export const header = (name: string, value: string): string =>
  `${foldLines(`${name}: ${encodeWords(value, 'Q', 52)}`, lineLength)}\r\n`

/** A header whose value is already in its final form. */
export const rawHeader = (name: string, value: string): string => `${name}: ${value}\r\n`
