/** Their bytes are those of ASCII, and mean other letters. */
const likeAscii = /^(?:iso-2022|utf-?16)/i

/** As UTF-8 where that is what it is, since programs often name a wrong charset; or else in the one they name. */
export function textIn(bytes: Buffer, charset = ''): string {
  const utf8 = likeAscii.test(charset) ? null : decoded(bytes, 'utf-8', true)
  return utf8 ?? decoded(bytes, charset, false) ?? bytes.toString('latin1')
}

/** Null: not in this charset, or in none that Node knows. */
function decoded(bytes: Buffer, charset: string, fatal: boolean): string | null {
  try {
    return new TextDecoder(charset, { fatal }).decode(bytes)
  } catch {
    return null
  }
}

/** Of headers and replies, which name no charset: UTF-8, or else Latin-1 as they were read. */
export const wordsIn = (latin1: string): string =>
  /[\u0080-\u00ff]/.test(latin1) ? textIn(Buffer.from(latin1, 'latin1')) : latin1
