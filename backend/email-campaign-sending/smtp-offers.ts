import { Readable } from 'node:stream'
import type { SmtpServer } from './smtp-lines.ts'
import { type Attempt, attemptAfter, noAnswer } from './smtp-outcomes.ts'

/**
 * Answer of the server to this sender and recipient. We hang up where the message would begin, so nothing is sent and
 * the answer is never 'sent'. Never rejects. `timeout`: ms.
 */
export async function offerMail(
  server: SmtpServer,
  { from, to }: { from: string; to: string },
  timeout: number,
): Promise<Attempt> {
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  const connection = new SMTPConnection({ ...server, connectionTimeout: timeout, socketTimeout: timeout })
  const { promise, resolve } = Promise.withResolvers<Attempt>()
  const fail = (error: unknown) => resolve(attemptAfter(error))
  /** Read once sender and recipient are accepted. */
  const message = new Readable({ read: () => resolve(noAnswer) })
  const offer = () => connection.send({ from, to: [to] }, message, fail)
  connection.on('error', fail)
  connection.once('end', () => resolve(noAnswer))
  connection.connect((error) => {
    if (error) fail(error)
    else if (server.auth) connection.login(server.auth, (refused) => (refused ? fail(refused) : offer()))
    else offer()
  })
  return promise.finally(() => connection.close())
}
