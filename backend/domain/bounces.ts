/** Why a mail did not arrive. `code`: of the mail server (RFC 3463, or RFC 5321), never its words. */
export type Bounce = { kind: 'hard' | 'soft'; code: string }

/** The code in the words of a mail server, the more telling one first; null when there is none. */
export const bounceCodeIn = (words: string): string | null =>
  /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(words)?.[0] ??
  /(?<![\d.-])[245][0-5]\d(?![\d.])/.exec(words)?.[0] ??
  null
