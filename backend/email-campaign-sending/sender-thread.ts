import type pg from 'pg'
import { type CarriedError, revived } from '../kernel/concurrency/carried-errors.ts'
import { createStandbyThread, type StandbyThread } from '../kernel/concurrency/standby-thread.ts'
import { isMailDue } from './claims.ts'
import type { KeptMail } from './delivering.ts'
import type { LetterheadSettings } from './letterhead.ts'
import type { NumberLinks } from './messages.ts'
import type { SenderSettings } from './sender-settings.ts'
import type { SmtpServer } from './smtp-lines.ts'

/** The settings of the thread. They hold secrets, so they are never an argument or a variable of a process. */
export type SenderTask = {
  databaseUrl: string
  /** Null: the process keeps the email. */
  server: SmtpServer | null
  letterhead: LetterheadSettings
  publicUrl: string
  settings: SenderSettings
}

/** The calls that the thread makes to the process, which has the log, the outbox and the counts. */
export type SenderHost = {
  knowsSuppressions: () => Promise<boolean>
  numberLinks: NumberLinks
  keep(mail: KeptMail): Promise<void>
  /** A recipient was refused for good, which is durable. */
  refused(campaignId: number): void
  warn(error: CarriedError, message: string, details: object): void
}

type Logger = {
  warn(details: object, message: string): void
  fatal(details: object, message: string): void
}

/**
 * The sender of this process, in a thread of its own while there is email to send, so that page requests do not wait
 * for email. A thread that dies leaves leases behind, like a killed process; its claimed recipients are mailed when the
 * leases run out.
 */
export function createSenderThread({
  pool,
  settings,
  task,
  knowsSuppressions,
  numberLinks,
  keep,
  onRefused,
  logger,
  file = new URL('./sender-worker.ts', import.meta.url),
}: {
  pool: pg.Pool
  settings: SenderSettings
  /** Called whenever a thread starts. */
  task(): Omit<SenderTask, 'settings'>
  knowsSuppressions: () => Promise<boolean>
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
    host: {
      knowsSuppressions,
      numberLinks,
      keep,
      refused: onRefused,
      warn: (error, message, details) => logger.warn({ ...details, err: revived(error) }, message),
    } satisfies SenderHost,
    onProblem: (error) => logger.warn({ err: error }, 'Whether there is campaign mail to send is not known.'),
    onDeath: (error, pause) =>
      logger.fatal(
        { err: error },
        `ALARM: The thread that sends campaign mail died; it starts again in ${Math.ceil(pause / 1000)} s.`,
      ),
    settings: { every: settings.idlePoll, ...settings.thread },
  })
}
