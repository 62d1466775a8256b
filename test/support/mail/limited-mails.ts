import { nextMorning } from '../../../backend/domain/mail/mornings.ts'
import { createInboxLimit } from '../../../backend/mail/inbox-limit.ts'
import { createLimitedMails } from '../../../backend/mail/limited-mails.ts'
import { createMailFacts } from '../../../backend/mail/mail-facts.ts'
import type { SentMails } from '../../../backend/mail/sent-mails.ts'
import { suppressionOf } from '../../../backend/read-model/mail-consents.ts'
import { letterhead } from '../../../contract/campaign.ts'
import { campaignClock } from '../../../contract/campaign-event-times.ts'
import type { TestApp } from '../app/app.ts'

/** The real limit of an inbox, and what waits for the morning. */
export const limitedMailsBy = (
  { core, database }: Pick<TestApp, 'core' | 'database'>,
  sentMails: SentMails,
  now?: () => Date,
) =>
  createLimitedMails({
    pool: database.pool,
    hash: core.subjects.emailHash,
    sentMails,
    inboxLimit: createInboxLimit({ database, hash: core.subjects.emailHash }),
    facts: createMailFacts(database.pool),
    sender: () => ({ ...letterhead, publicUrl: 'https://campaign.example' }),
    suppressionOf: (subject) => suppressionOf(database.knex, subject),
    nextMorning: (at) => nextMorning(at, campaignClock),
    dateAt: campaignClock.dateAt,
    ...(now && { now }),
  })
