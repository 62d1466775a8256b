import { recordReturnedMail } from '../commands/mail-events/returned-mails.ts'
import { createBounceMailbox } from '../returned-mail/bounce-mailbox.ts'
import { createKnownMails } from '../returned-mail/known-mails.ts'
import { createMailboxWatch } from '../returned-mail/mailbox-watch.ts'
import { createReturnedMailThread } from '../returned-mail/returned-mail-thread.ts'
import { createSetAsideMails } from '../returned-mail/set-aside-mails.ts'
import { createUnknownMailReports } from '../returned-mail/unknown-mail-reports.ts'
import type { Base } from './base.ts'

/** Reader of the mail and the reports that come back. Nothing runs yet. */
export function createReturnedMail({
  config,
  core,
  database: { pool, knex },
  logger,
}: Pick<Base, 'config' | 'core' | 'database' | 'logger'>) {
  let reportsSetAside = 0
  function onReportSetAside(reason: string): void {
    reportsSetAside++
    logger.warn(`A report about a mail was set aside. ${reason}`)
  }
  /** Counts a report whose kind says nothing to us, or that proves nothing. */
  const onUnknownReport = createUnknownMailReports(pool).add
  const { bouncesAuthenticatedBy: authenticatedBy } = config
  const mailbox =
    config.bouncesImapUrl === undefined
      ? null
      : createBounceMailbox({
          url: config.bouncesImapUrl,
          take: (read, key) =>
            recordReturnedMail({ ...core, knex, onReportSetAside, onUnknownReport, authenticatedBy }, read, key),
          known: createKnownMails(pool),
          setAside: createSetAsideMails(pool).add,
          thread: createReturnedMailThread(),
        })
  const watch = mailbox && createMailboxWatch(mailbox, logger)
  return {
    onReportSetAside,
    /** Number of bounce and complaint reports since the start that do not fit into an event. */
    reportsSetAside: () => reportsSetAside,
    onUnknownReport,
    async readBounces() {
      await watch?.read()
    },
    /** One sentence about what is wrong with that mailbox; null: nothing, or there is none. */
    bounceMailboxProblem: () => watch?.problem() ?? null,
    async closeMailbox() {
      await mailbox?.close()
    },
  }
}
