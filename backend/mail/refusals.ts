import { refusalClass } from '../domain/mail/refusal-classes.ts'
import { ourFault } from './our-faults.ts'

/**
 * Meaning of a failed attempt for the email and for those behind it. `given_up`: the server refused this email for
 * good. `waiting`: it refused this email for now. `busy`: it asked for a pause (421). `lost`: it stopped answering
 * during this email. `away`: it accepts no email at all. `reason`: codes only, since mail servers quote addresses in
 * their replies.
 */
export type Refusal = { kind: 'given_up' | 'waiting' | 'busy' | 'lost' | 'away'; reason: string }

/** Replies to us, not to one email: the server wants a password, or another one (RFC 4954). */
const aboutPasswords = [454, 530, 534, 535, 538]
/**
 * The email exceeds the limit of the server (RFC 1870): the only permanent reply to MAIL FROM that is about one email.
 */
const tooLarge = 552

/** `error`: from the mailer. */
export function refusalOf(error: unknown): Refusal {
  const { code, command, responseCode, response } = detailsOf(error)
  if (['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EPROTOCOL'].includes(code)) {
    if (responseCode === 421) return { kind: 'busy', reason: '421' }
    return { kind: 'lost', reason: 'The mail server broke off during this mail.' }
  }
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return { kind: 'away', reason: code || 'no reason given' }
  // The mailer itself found the problem, such as an address that cannot be sent to a server.
  if (responseCode === 0) return { kind: 'given_up', reason: 'This mail server cannot be given this mail.' }
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  const reason = [responseCode, enhanced, command && `after ${command}`].filter(Boolean).join(' ')
  if (responseCode === 421) return { kind: 'busy', reason }
  if (aboutPasswords.includes(responseCode)) return { kind: 'away', reason }
  const verdict = refusalClass({ code: responseCode, enhanced: enhanced ?? null, text: response })
  if (verdict === 'relay_limit') return { kind: 'busy', reason }
  // Every mail has the same sender and the same way: none is lost to a wrong MAIL_FROM, or to what is wrong with us.
  const isAboutUs = (command === 'MAIL FROM' || ourFault(response) !== null) && responseCode !== tooLarge
  return { kind: responseCode >= 500 && !isAboutUs ? 'given_up' : 'waiting', reason }
}

function detailsOf(error: unknown) {
  const text = (field: string): string => {
    const value: unknown = error instanceof Error ? Reflect.get(error, field) : ''
    return typeof value === 'string' ? value : ''
  }
  const responseCode = error instanceof Error ? Number(Reflect.get(error, 'responseCode')) || 0 : 0
  return { code: text('code'), command: text('command'), response: text('response'), responseCode }
}
