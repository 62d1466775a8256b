import type pg from 'pg'
import { type CarriedError, revived } from '../concurrency/carried-errors.ts'
import { createStandbyThread, type StandbyThread } from '../concurrency/standby-thread.ts'
import { isMailDue } from './claims.ts'
import type { KeptMail } from './delivering.ts'
import type { LetterheadSettings } from './letterhead.ts'
import type { NumberLinks } from './messages.ts'
import type { SenderSettings } from './sender-settings.ts'
import type { SmtpServer } from './smtp-lines.ts'

/** What the thread is given: secrets among it, so it is never an argument or a variable of a process. */
export type SenderTask = {
  databaseUrl: string
  /** null: the process keeps the mail. */
  server: SmtpServer | null
  letterhead: LetterheadSettings
  publicUrl: string
  settings: SenderSettings
}

/** What the thread leaves to the process, which has the log, the outbox and the counts of mails. */
export type SenderOutside = {
  numberLinks: NumberLinks
  keep(mail: KeptMail): Promise<void>
  /** A recipient was refused for good, and that is durable. */
  refused(campaignId: number): void
  warn(error: CarriedError, message: string, details: object): void
}

type Logger = {
  warn(details: object, message: string): void
  fatal(details: object, message: string): void
}

/**
 * The sender of this process, in a thread of its own while there is mail to send: nobody who reads a page waits for a
 * mail. A thread that dies leaves leases behind, like a killed process; what it had claimed is sent when they run out.
 */
export function createSenderThread({
  pool,
  settings,
  task,
  numberLinks,
  keep,
  onRefused,
  logger,
  file = new URL('./sender-worker.ts', import.meta.url),
}: {
  pool: pg.Pool
  settings: SenderSettings
  /** Asked whenever a thread starts. */
  task(): Omit<SenderTask, 'settings'>
  numberLinks: NumberLinks
  keep(mail: KeptMail): Promise<void>
  onRefused(campaignId: number): void
  logger: Logger
  file?: URL
}): StandbyThread {
  return createStandbyThread({
    file,
    workerData: () => ({ ...task(), settings }) satisfies SenderTask,
    isNeeded: () => isMailDue(pool, settings.thread.linger),
    outside: {
      numberLinks,
      keep,
      refused: onRefused,
      warn: (error, message, details) => logger.warn({ ...details, err: revived(error) }, message),
    } satisfies SenderOutside,
    onProblem: (error) => logger.warn({ err: error }, 'Whether there is campaign mail to send is not known.'),
    onDeath: (error, pause) =>
      logger.fatal(
        { err: error },
        `ALARM: The thread that sends campaign mail died; it starts again in ${Math.ceil(pause / 1000)} s.`,
      ),
    settings: { every: settings.idlePoll, ...settings.thread },
  })
}
