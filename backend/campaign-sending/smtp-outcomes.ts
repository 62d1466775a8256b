import type { Replies, Reply } from './smtp-dialog.ts'

/** What became of one attempt. Mail servers quote addresses in their words, so only codes are kept. */
export type Attempt =
  | { kind: 'sent'; code: string }
  /** For good: this recipient gets no mail. */
  | { kind: 'refused'; code: string }
  /** Not now; `isBusy`: the provider asks us to slow down. */
  | { kind: 'later'; code: string; isBusy: boolean }
  /** Nothing is wrong with the recipient: sending waits as a whole, and `sentence` says for what. */
  | { kind: 'waits'; sentence: string }

const away = 'The mail server cannot be reached. Sending goes on by itself as soon as it answers.'
const refusesPassword =
  'The mail server does not accept our user name and password. Check SMTP_URL; sending goes on by itself.'
const refusesTls = 'The mail server offers no safe connection (TLS). Check SMTP_URL; sending goes on by itself.'
const refusesSender = 'The mail server does not accept our sender address. Check MAIL_FROM; sending goes on by itself.'

/** '550 5.1.1': the reply code and the enhanced one (RFC 3463) where there is one. */
const codesIn = ({ code, text }: Reply): string =>
  [code, /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(text)?.[1]].filter(Boolean).join(' ')

/** A failure to connect or to sign in. */
export function connectFailure(error: unknown): Attempt {
  const code = String(error instanceof Error ? Reflect.get(error, 'code') : '')
  if (code === 'EAUTH' || code === 'ENOAUTH' || code === 'EOAUTH2') return { kind: 'waits', sentence: refusesPassword }
  return { kind: 'waits', sentence: code === 'ETLS' ? refusesTls : away }
}

/** Nobody knows whether the mail was accepted: it is sent again with the same Message-ID. */
export const noAnswer: Attempt = { kind: 'later', code: 'no answer', isBusy: false }

/** What the server made of one mail. */
export function outcomeOf({ mail, rcpt, data, end }: Replies): Attempt {
  if (mail && mail.code >= 500) return { kind: 'waits', sentence: refusesSender }
  const last = [mail, rcpt, data].find((reply) => reply === null || (reply && reply.code >= 400)) ?? end ?? null
  // A reply that is none, such as a greeting of another protocol.
  if (last === null || last.code < 200 || last.code >= 600) return noAnswer
  if (last.code >= 500) return { kind: 'refused', code: codesIn(last) }
  if (last.code < 400) return last === end ? { kind: 'sent', code: String(last.code) } : noAnswer
  return { kind: 'later', code: codesIn(last), isBusy: last.code === 421 || /^4\d\d[ -]4\.7\./.test(last.text) }
}
