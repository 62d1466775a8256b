/** Why an email did not arrive. `code`: the status code of the mail server (RFC 3463 or RFC 5321), never its text. */
export type Bounce = { kind: 'hard' | 'soft'; code: string }

/** Finds the code in a mail server’s reply and prefers the more specific one; null when there is none. */
export const bounceCodeIn = (words: string): string | null =>
  /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(words)?.[0] ??
  /(?<![\d.-])[245][0-5]\d(?![\d.])/.exec(words)?.[0] ??
  null
