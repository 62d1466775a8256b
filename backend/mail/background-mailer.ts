import type { Mail, Mailer } from './mailer.ts'

export type BackgroundMailer = {
  /** Takes the message along and comes back at once; a failure is only logged. For mail that nothing hangs on. */
  post(mail: Mail): void
  /** When everything under way has been delivered or given up. */
  idle(): Promise<void>
}

/** What a log may say of a failed delivery: mail servers quote addresses in their messages, never in their codes. */
export const codesOf = (error: unknown) =>
  error instanceof Error
    ? { name: error.name, code: Reflect.get(error, 'code'), responseCode: Reflect.get(error, 'responseCode') }
    : {}

export function createBackgroundMailer(
  mailer: Mailer,
  log: { warn(details: object, message: string): void },
): BackgroundMailer {
  const underWay = new Set<Promise<void>>()
  async function deliver(mail: Mail): Promise<void> {
    try {
      await mailer.send(mail)
    } catch (error) {
      log.warn({ subject: mail.subject, ...codesOf(error) }, 'A mail could not be sent.')
    }
  }
  return {
    post(mail) {
      const delivery = deliver(mail).finally(() => underWay.delete(delivery))
      underWay.add(delivery)
    },
    async idle() {
      await Promise.all(underWay)
    },
  }
}
