import { wordsIn } from '../mail/charsets.ts'

/** A header as people read it: its encoded words (RFC 2047) are decoded, as far as they are in an encoding we know. */
export const headerWords = (field: string): string =>
  wordsIn(field.slice(0, 10_000))
    .replace(/(\?=)[ \t]+(=\?)/g, '$1$2')
    .replace(
      /=\?([\w-]{1,40})(?:\*[\w-]{0,20})?\?([bq])\?([^?\s]{0,1000})\?=/gi,
      (whole, charset: string, kind: string, text: string) =>
        decoded(charset, kind.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : quoted(text)) ?? whole,
    )

const quoted = (text: string): Buffer =>
  Buffer.from(
    text
      .replace(/_/g, ' ')
      .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

function decoded(charset: string, bytes: Buffer): string | null {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return null
  }
}
