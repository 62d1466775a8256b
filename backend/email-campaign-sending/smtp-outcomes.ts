import { type RefusalClass, recordedCode, refusalClass, refusalIn } from '../domain/mail/refusal-classes.ts'
import { ourFault, ourFaults, refusesOurMail } from '../mail/our-faults.ts'

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

/** `text`: its first line, with the code, and the words of the other lines. */
type Reply = { code: number; text: string }

const fault = (sentence: string): Wait => ({ kind: 'waits', cause: 'fault', sentence })
const limit = (code: string): Wait => ({ kind: 'waits', cause: 'limit', code })

/** '550 5.1.1': the reply code and the enhanced one (RFC 3463) where there is one. */
const codesIn = ({ code, text }: Reply): string =>
  [code, /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(text)?.[1]].filter(Boolean).join(' ')

/** The server may or may not have accepted the email: it is sent again with the same Message-ID. */
export const noAnswer = { kind: 'later', code: 'no answer', isBusy: false } as const

/** The fields of nodemailer’s errors (`NodemailerError`) that tell what happened. */
function toldBy(error: unknown) {
  const told = (field: string): unknown => (error instanceof Error ? Reflect.get(error, field) : undefined)
  const response = told('response')
  const text = typeof response === 'string' ? response.replace(/\n\d{3}[ -]/g, ' ') : ''
  return {
    code: told('code'),
    /** The answered command; 'CONN': none, the connection broke. */
    command: told('command'),
    /** Of the operating system. */
    cause: told('originalCode'),
    /** Its code is 0 where the server said nothing, or no SMTP reply. */
    reply: { code: Number(told('responseCode')) || 0, text },
  }
}

/** The outcome of an email that nodemailer failed to send. */
export function attemptAfter(error: unknown): Attempt {
  const { code, command, cause, reply } = toldBy(error)
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return answerTo(command, reply)
  // Shut down in the middle of an email.
  if (code === 'ECONNECTION' && command === 'CONN' && reply.code === 421) return answerTo('RCPT TO', reply)
  const isBroken =
    code === 'EABORT' ||
    (code === 'ECONNECTION' && command === 'CONN') ||
    (code === 'ESOCKET' && (cause === 'ECONNRESET' || cause === 'EPIPE'))
  return isBroken && reply.code === 0 ? noAnswer : connectFailure(error)
}

/** A failure to connect or to sign in. */
function connectFailure(error: unknown): Attempt {
  const { code, reply } = toldBy(error)
  // Sent instead of a greeting, or as the answer to EHLO, which precedes signing in: a limit of connections, ours or in
  // total.
  if (code !== 'EAUTH' && reply.code >= 400 && reply.code < 500)
    return { kind: 'waits', cause: 'connections', code: codesIn(reply) }
  // A password that could not be checked is not wrong (RFC 4954, 6).
  if (reply.code === 421 || (reply.code === 454 && code === 'EAUTH')) return limit(codesIn(reply))
  if (code === 'EAUTH' || code === 'ENOAUTH' || code === 'EOAUTH2') return fault(ourFaults.password)
  if (error instanceof Error && /certificate|altnames/i.test(error.message)) return fault(ourFaults.certificate)
  if (code === 'ETLS') return fault(ourFaults.encryption)
  if (reply.code >= 500) return fault(ourFault(reply.text) ?? ourFaults.client)
  return { kind: 'waits', cause: 'away', sentence: ourFaults.away }
}

/** `command`: the refused one; 'DATA' stands for the message as well. */
function answerTo(command: unknown, reply: Reply): Attempt {
  // nodemailer knows the limit of the server, and did not ask.
  if (command === 'MAIL FROM' && reply.text === '') return fault(ourFaults.size)
  // Not an SMTP refusal, such as a greeting of another protocol.
  if (reply.code < 400 || reply.code >= 600) return noAnswer
  const verdict = refusalClass(refusalIn(reply.text))
  if (command === 'MAIL FROM') return aboutAllMail(reply, verdict)
  if (verdict === 'relay_limit') return limit(codesIn(reply))
  if (verdict === 'about_us') return aboutUs(reply)
  const code = recordedCode(codesIn(reply), verdict)
  if (reply.code >= 500) return { kind: 'refused', code, isHard: verdict === 'hard' }
  return { kind: 'later', code, isBusy: /^4\d\d[ -]4\.7\./.test(reply.text) }
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
