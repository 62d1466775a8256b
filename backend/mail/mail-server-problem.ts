import { connectionProblem, errorDetails } from './connection-problem.ts'
import { ourFault } from './our-faults.ts'

type Server = { host: string; port: number }

/**
 * One sentence about why the mail server cannot be used, and what to do. Nodemailer keeps the reason of a failed TLS
 * handshake only in its message; nothing else of a message is shown, since servers quote addresses and passwords.
 */
export function mailServerProblem(error: unknown, { host, port }: Server): string {
  const { code } = errorDetails(error)
  const server = `The mail server ${host}`
  if (code === 'EAUTH') return `${server} rejects the user or the password in SMTP_URL. Correct them, then restart.`
  const place = {
    server,
    host,
    port,
    setting: 'SMTP_URL',
    upgraded: { scheme: 'smtp://', port: 587 },
    secure: { scheme: 'smtps://', port: 465 },
  }
  // Its words about a refused sender may be any.
  const problem = code === 'EENVELOPE' ? null : connectionProblem(error, place)
  if (problem !== null) return problem
  const ours = ourFault(errorReply(error))
  if (ours !== null) return ours
  if (code === 'EENVELOPE') return `${server} refuses the sender or the recipient. Check MAIL_FROM.`
  return `${server} does not take our mail (${code || 'no reason given'}). Check SMTP_URL and the log of that server.`
}

/** Answer of the server; it may name people. */
function errorReply(error: unknown): string {
  const response: unknown = error instanceof Error ? Reflect.get(error, 'response') : undefined
  return typeof response === 'string' ? response : ''
}
