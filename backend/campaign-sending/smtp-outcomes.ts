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

type SmtpFailure = { code: string; command: string; responseCode: number; response: string }

const textOf = (error: object, field: string) => String(Reflect.get(error, field) ?? '')

function failureOf(error: unknown): SmtpFailure {
  const failed = error instanceof Error ? error : new Error()
  return {
    code: textOf(failed, 'code'),
    command: textOf(failed, 'command'),
    responseCode: Number(Reflect.get(failed, 'responseCode') ?? 0),
    response: textOf(failed, 'response'),
  }
}

/** '550 5.1.1': the reply code and the enhanced one (RFC 3463) where there is one. */
const codesIn = ({ responseCode, response }: SmtpFailure): string =>
  [String(responseCode || ''), /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]].filter(Boolean).join(' ')

/** A failure to connect or to sign in. */
export function connectFailure(error: unknown): Attempt {
  const { code } = failureOf(error)
  if (code === 'EAUTH' || code === 'ENOAUTH' || code === 'EOAUTH2') return { kind: 'waits', sentence: refusesPassword }
  return { kind: 'waits', sentence: code === 'ETLS' ? refusesTls : away }
}

/** A failure to send one mail over a connection that worked. */
export function sendFailure(error: unknown): Attempt {
  const failure = failureOf(error)
  const { code, command, responseCode } = failure
  // Our own client refuses an address that would break the protocol.
  if (code === 'EENVELOPE' && command === 'API') return { kind: 'refused', code: '553 5.1.3' }
  if (command === 'MAIL FROM' && responseCode >= 500) return { kind: 'waits', sentence: refusesSender }
  if (responseCode >= 500) return { kind: 'refused', code: codesIn(failure) }
  const isBusy = responseCode === 421 || /^4\d\d[ -]4\.7\./.test(failure.response)
  // Without a reply nobody knows whether the mail was accepted: it is sent again with the same Message-ID.
  return { kind: 'later', code: codesIn(failure) || 'no answer', isBusy }
}
