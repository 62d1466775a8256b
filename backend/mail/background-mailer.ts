import type { Mail, Mailer } from './mailer.ts'

export type BackgroundMailer = {
  /**
   * Queues the message and returns immediately; a failure is only logged. For email that no other step depends on.
   * `mayLeave`: asked before it is sent.
   */
  post(mail: Mail, mayLeave?: () => Promise<boolean>): void
  /** Resolves when all pending messages have been delivered or abandoned. */
  idle(): Promise<void>
}

/**
 * The details of a failed delivery that may be logged: mail servers quote addresses in their messages, but not in their
 * codes.
 */
export const codesOf = (error: unknown) =>
  error instanceof Error
    ? { name: error.name, code: Reflect.get(error, 'code'), responseCode: Reflect.get(error, 'responseCode') }
    : {}

export function createBackgroundMailer(
  mailer: Mailer,
  log: { warn(details: object, message: string): void },
): BackgroundMailer {
  const pending = new Set<Promise<void>>()
  async function deliver(mail: Mail, mayLeave = async () => true): Promise<void> {
    try {
      if (await mayLeave()) await mailer.send(mail)
    } catch (error) {
      log.warn({ subject: mail.subject, ...codesOf(error) }, 'An email could not be sent.')
    }
  }
  return {
    post(mail, mayLeave) {
      const delivery = deliver(mail, mayLeave).finally(() => pending.delete(delivery))
      pending.add(delivery)
    },
    async idle() {
      await Promise.all(pending)
    },
  }
}
