import type { MailedTo } from '../../records/mail.ts'
import type { ReturnTokens } from './tokens/return-tokens.ts'

/** Where mail servers return the mail to one person. `tokens`: left out where all mail has the same address. */
export type ReturnPath = { address: string; tokens?: ReturnTokens }

/** bounces@example.org is bounces+TOKEN@example.org for this mail. */
export function returnAddressOf({ address, tokens }: ReturnPath, mailed: MailedTo): string {
  const at = address.lastIndexOf('@')
  return tokens ? `${address.slice(0, at)}+${tokens.issue(mailed)}${address.slice(at)}` : address
}

/** For trying such addresses: no person has this subject, so that a report about it changes nothing. */
export const anyMail: MailedTo = { campaignId: null, subject: '00000000-0000-0000-0000-000000000000' }

/**
 * Before the token: a plus, plain or encoded, or what a server made of it. After it: the host, or the sign that a
 * forwarder puts into addresses instead of an @ (SRS).
 */
const written = /(?:(?:=|%(?:25)?)2B|[^\da-v])([\da-v]{48})(?=[@=%])/gi

/** Words that may be tokens of our return addresses; only their MAC tells whether they are. */
export const returnTokensIn = (text: string): string[] =>
  [...text.matchAll(written)].map(([, token = '']) => token.toLowerCase())
