import { type RefusalClass, recordedCode, refusalClass, refusalIn } from '../domain/refusal-classes.ts'
import { ourFault, ourFaults, refusesOurMail } from '../mail/our-faults.ts'
import type { Replies, Reply } from './smtp-dialog.ts'

/** The outcome of one attempt. Mail servers quote addresses in their replies, so only codes are kept. */
export type Attempt =
  | { kind: 'sent'; code: string }
  /** For good: this recipient gets no mail. `isHard`: nor any later one, since the mailbox is gone. */
  | { kind: 'refused'; code: string; isHard: boolean }
  /** Refused for now; `isBusy`: the provider asks us to slow down. */
  | { kind: 'later'; code: string; isBusy: boolean }
  /** The server judges us or this email; whether the next recipient would get the same answer is unknown. */
  | { kind: 'doubted'; code: string; sentence: string }
  | Wait

/** The recipient is not at fault: all sending waits, and `sentence` says for what. */
export type Wait =
  /** `fault`: until a person fixes it. `away`: the server does not answer. */
  | { kind: 'waits'; cause: 'fault' | 'away'; sentence: string }
  /**
   * `limit`: the server accepts no more email from us for now. `connections`: no more connections; open ones continue.
   */
  | { kind: 'waits'; cause: 'limit' | 'connections'; code: string }

const fault = (sentence: string): Wait => ({ kind: 'waits', cause: 'fault', sentence })
const limit = (code: string): Wait => ({ kind: 'waits', cause: 'limit', code })

/** '550 5.1.1': the reply code and the enhanced one (RFC 3463) where there is one. */
const codesIn = ({ code, text }: Reply): string =>
  [code, /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(text)?.[1]].filter(Boolean).join(' ')

/** A failure to connect or to sign in. */
export function connectFailure(error: unknown): Attempt {
  const told = (field: string): unknown => (error instanceof Error ? Reflect.get(error, field) : undefined)
  const [code, status, response] = [told('code'), Number(told('responseCode')) || 0, told('response')]
  const text = typeof response === 'string' ? response : ''
  // Sent instead of a greeting, or as the answer to EHLO, which precedes signing in: a limit of connections, ours or in
  // total.
  if (code !== 'EAUTH' && status >= 400 && status < 500)
    return { kind: 'waits', cause: 'connections', code: codesIn({ code: status, text }) }
  // A password that could not be checked is not wrong (RFC 4954, 6).
  if (status === 421 || (status === 454 && code === 'EAUTH')) return limit(codesIn({ code: status, text }))
  if (code === 'EAUTH' || code === 'ENOAUTH' || code === 'EOAUTH2') return fault(ourFaults.password)
  if (error instanceof Error && /certificate|altnames/i.test(error.message)) return fault(ourFaults.certificate)
  if (code === 'ETLS') return fault(ourFaults.encryption)
  if (status >= 500) return fault(ourFault(text) ?? ourFaults.client)
  return { kind: 'waits', cause: 'away', sentence: ourFaults.away }
}

/** The server may or may not have accepted the email: it is sent again with the same Message-ID. */
export const noAnswer: Attempt = { kind: 'later', code: 'no answer', isBusy: false }

/** The server’s reaction to one email. */
export function outcomeOf({ mail, rcpt, data, end }: Replies): Attempt {
  const last = [mail, rcpt, data].find((reply) => reply === null || (reply && reply.code >= 400)) ?? end ?? null
  // Not an SMTP reply, such as a greeting of another protocol.
  if (last === null || last.code < 200 || last.code >= 600) return noAnswer
  if (last.code < 400) return last === end ? { kind: 'sent', code: String(last.code) } : noAnswer
  const verdict = refusalClass(refusalIn(last.text))
  if (last === mail) return aboutAllMail(last, verdict)
  if (verdict === 'relay_limit') return limit(codesIn(last))
  if (verdict === 'about_us') return aboutUs(last)
  const code = recordedCode(codesIn(last), verdict)
  if (last.code >= 500) return { kind: 'refused', code, isHard: verdict === 'hard' }
  return { kind: 'later', code, isBusy: /^4\d\d[ -]4\.7\./.test(last.text) }
}

/** An answer to MAIL FROM, which names no recipient. */
function aboutAllMail(reply: Reply, verdict: RefusalClass): Attempt {
  if (reply.code === 552) return fault(ourFaults.size)
  if (verdict === 'relay_limit') return limit(codesIn(reply))
  const sentence = ourFault(reply.text)
  if (sentence === null && reply.code < 500) return limit(codesIn(reply))
  return fault(sentence ?? ourFaults.sender)
}

function aboutUs(reply: Reply): Attempt {
  const sentence = ourFault(reply.text)
  if (sentence !== null) return fault(sentence)
  const code = recordedCode(codesIn(reply), 'about_us')
  // Greylisting, for example, is about us, and asks us to come back.
  if (reply.code < 500) return { kind: 'later', code, isBusy: /^4\d\d[ -]4\.7\./.test(reply.text) }
  return { kind: 'doubted', code, sentence: refusesOurMail(codesIn(reply)) }
}
