import type { FastifyBaseLogger } from 'fastify'
import { hour } from '../../records/durations.ts'
import { sendDueEmailCampaigns } from '../commands/email-campaigns/sends.ts'
import type { Holds } from '../commands/held-rights.ts'
import { forgetOldImports } from '../commands/imports/waiting-files.ts'
import { eraseDeletedUsers, eraseDueAccounts } from '../commands/users/due-deletions.ts'
import type { ErasureTools } from '../commands/users/erasures.ts'
import { endExpiredBans } from '../commands/users/users.ts'
import type { Core } from '../core.ts'
import { everyMinute } from '../kernel/concurrency/every-minute.ts'
import type { Database } from '../kernel/database/connect.ts'
import { vacuumAfterErasure } from '../kernel/database/erasure-vacuum.ts'
import type { SystemMetrics } from '../kernel/monitoring/system-metrics.ts'
import { codesOf } from '../mail/background-mailer.ts'
import type { Experiments } from './experiments.ts'
import type { Mailing } from './mailing.ts'
import type { Past } from './past.ts'

const scheduleEvery = 5000 // ms
const unsentEvery = 15_000 // ms; an attempt comes a minute after the one before, or later
const tenMinutes = 600_000 // ms

/** Scheduled jobs whose clock tests can set; each may run at any time and any number of times. */
export function createDueWork({
  core,
  database: { knex },
  erasing,
  mailing: { emailCampaignSending },
  holds,
}: {
  core: Core
  database: Database
  erasing: ErasureTools
  mailing: Mailing
  holds: Holds
}) {
  return {
    /** Erases the accounts that are due by then. */
    async eraseDue(now: Date): Promise<number> {
      await eraseDeletedUsers(erasing)
      return eraseDueAccounts({ ...erasing, rights: core }, now)
    },
    /** Lifts the bans that have run out by then. */
    endBans: (now: Date) => endExpiredBans(core, now),
    /** Sends the scheduled email campaigns that are due by then, and pauses those whose sender may no longer send. */
    sendDue: (now: Date) => sendDueEmailCampaigns({ ...core, knex, emailCampaignSending, holds }, now),
  }
}

/**
 * Repeats each job, every minute unless it says otherwise. The returned function stops them and waits for those under
 * way.
 */
export function startTimers({
  core,
  database: { pool, knex },
  due,
  mailing,
  experiments,
  systemMetrics,
  takeBackup,
  past,
  isActive,
  logger,
}: {
  core: Core
  database: Database
  due: ReturnType<typeof createDueWork>
  mailing: Mailing
  experiments: Pick<Experiments, 'forgetOldViews'>
  systemMetrics: SystemMetrics
  takeBackup(now: Date): Promise<void>
  past: Pick<Past, 'sweep'>
  /** True when this process is the one for jobs that only one may run. */
  isActive: () => boolean
  logger: FastifyBaseLogger
}): () => Promise<void> {
  const logged = (error: unknown) => ({ err: error })
  /** `details`: the parts of an error that may be logged. */
  const repeat = (
    work: () => Promise<unknown>,
    failure: string,
    every?: number,
    details: (error: unknown) => object = logged,
  ) => everyMinute(work, (error) => logger.error(details(error), `${failure}; the next run tries again.`), every)
  // Without commands, this is the first write that a full disk refuses.
  const noted = (error: unknown) => {
    core.writes.note(error)
    throw error
  }
  const alone = (work: () => Promise<unknown>) => async () => (isActive() ? work() : undefined)
  const { emailCampaignSending, limitedMails, readBounces, sendDigest, sendSecurityAlerts, sendWelcomeMails } = mailing
  const stops = [
    repeat(() => due.eraseDue(new Date()), 'Accounts that are due could not be deleted'),
    repeat(past.sweep, 'Tables of past moments could not be dropped'),
    repeat(() => due.endBans(new Date()), 'Bans that ran out could not be lifted'),
    repeat(() => due.sendDue(new Date()), 'Campaigns that are due could not be sent', scheduleEvery),
    repeat(() => sendWelcomeMails(() => new Date()), 'The welcome series could not be sent'),
    repeat(alone(experiments.forgetOldViews), 'Old views of the page test could not be deleted', hour),
    // Two processes would send the same mails.
    repeat(
      alone(() => sendDigest(new Date())),
      'The daily digest could not be sent',
      undefined,
      codesOf,
    ),
    repeat(
      alone(() => limitedMails.sendHeld(new Date())),
      'Mails that waited for the morning could not be sent',
      undefined,
      codesOf,
    ),
    repeat(
      alone(() => sendSecurityAlerts(new Date())),
      'Security alerts could not be sent',
      undefined,
      codesOf,
    ),
    repeat(
      () => mailing.mail.sentMails.retryMails(new Date()),
      'Mails that were put aside could not be tried',
      unsentEvery,
    ),
    repeat(
      () => mailing.mail.sentMails.unsentMails.forgetOld(new Date()),
      'Mails that were abandoned could not be deleted',
      hour,
    ),
    repeat(() => mailing.mail.mailFacts.forgetOld(new Date()), 'Old facts about mail could not be deleted', hour),
    repeat(
      alone(emailCampaignSending.noteExceededLimits),
      'What was reported of campaigns that are over could not be counted',
    ),
    repeat(emailCampaignSending.dropUnusedLists, 'Unused lists of recipients could not be deleted'),
    repeat(
      () => emailCampaignSending.forgetOldAddresses(new Date()),
      'Addresses of campaigns that are over could not be deleted',
    ),
    repeat(
      alone(() => vacuumAfterErasure(pool)),
      'What an erasure touched could not be vacuumed',
      tenMinutes,
    ),
    repeat(() => systemMetrics.record().catch(noted), 'System metrics of this minute are lost'),
    repeat(alone(systemMetrics.fold), 'Old system metrics could not be folded', hour),
    repeat(
      alone(() => takeBackup(new Date())),
      'The daily backup could not be taken',
      hour,
    ),
    repeat(() => forgetOldImports(knex), 'Files that waited to be imported could not be deleted', hour),
    repeat(core.cleanIssuedNumbers, 'Numbers of old commands could not be deleted', hour),
    repeat(readBounces, 'The mailbox for bounces could not be read', undefined, codesOf),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}
