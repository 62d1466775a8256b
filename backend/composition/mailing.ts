import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { campaign, campaignName, letterhead } from '../../contract/campaign.ts'
import { campaignClock } from '../../contract/campaign-event-times.ts'
import { currentSuppression } from '../commands/mail-consents/mail-suppressions.ts'
import { recordReports } from '../commands/mail-events/record.ts'
import { createClickRecording } from '../commands/mail-links/click-recording.ts'
import { createTrackedLinks } from '../commands/mail-links/tracked-links.ts'
import { nextMorning } from '../domain/mail/mornings.ts'
import { createEmailCampaignSending } from '../email-campaign-sending/index.ts'
import type { SenderSettings } from '../email-campaign-sending/sender-settings.ts'
import { createInboxLimit } from '../mail/inbox-limit.ts'
import { createMail } from '../mail/index.ts'
import { createLimitedMails } from '../mail/limited-mails.ts'
import { mailboxProvider } from '../mail/mailbox-providers.ts'
import type { Mailer } from '../mail/mailer.ts'
import { createUnsubscribeLinks } from '../mail/unsubscribe-links.ts'
import { createDigest } from '../reactors/digest.ts'
import { createSecurityAlerts } from '../reactors/security-alerts.ts'
import { createWelcomeMails } from '../reactors/welcome-mails.ts'
import { createWelcomeQueue } from '../reactors/welcome-queue.ts'
import { suppressionOf } from '../read-model/mail-consents.ts'
import type { Base } from './base.ts'
import { createReturnedMail } from './returned-mail.ts'

export type MailingOverrides = {
  mailer?: Mailer
  /** Settings of the sender of campaign email. */
  sending?: Partial<SenderSettings>
}

/** Every part that writes email, handles its links, and reads what comes back. None runs yet. */
export function createMailing({
  config,
  secrets,
  core,
  database,
  logger,
  publicUrl,
  knowsSuppressions,
  overrides,
}: Base & {
  publicUrl: () => string
  knowsSuppressions: () => Promise<boolean>
  overrides: MailingOverrides
}) {
  const { pool, knex } = database
  const requireTLS = config.isProduction
  const sender = () => ({ ...letterhead, publicUrl: publicUrl() })
  const { hasPlusAddresses } = config
  const returnAddress = config.bouncesAddress ?? config.mailFrom
  const inboxLimit = createInboxLimit({ database, hash: core.subjects.emailHash })
  const mail = createMail({
    database,
    smtpUrl: config.smtpUrl,
    requireTLS,
    folder: join(config.dataDir, 'outbox'),
    from: { name: campaignName, address: config.mailFrom },
    returnPath: { address: returnAddress, ...(hasPlusAddresses && { tokens: core.returnTokens }) },
    sender,
    timeZone: campaign.timeZone,
    subjectOf: core.subjects.find,
    messageIdFor: (subject, key) =>
      core.messageIds.issue({ campaignId: null, subject }, new URL(publicUrl()).hostname, key),
    mayNotify: async (to) =>
      (await core.accounts.byEmailHash(core.subjects.emailHash(to)))?.isEmailVerified === true ||
      inboxLimit.mayReach(to, `notice.${randomUUID()}`, 'notice'),
    logger,
    mailer: overrides.mailer,
  })
  const limitedMails = createLimitedMails({
    pool,
    hash: core.subjects.emailHash,
    sentMails: mail.sentMails,
    inboxLimit,
    facts: mail.mailFacts,
    sender,
    suppressionOf: (subject) => suppressionOf(knex, subject),
    nextMorning: (now) => nextMorning(now, campaignClock),
    dateAt: campaignClock.dateAt,
  })
  const unsubscribeAddress = config.bouncesAddress ?? campaign.email
  const { closeMailbox, ...returned } = createReturnedMail({ config, core, database, logger })
  const { dkim, replyAddresses, ...sendingLimits } = config.emailCampaignSending
  const senderDomain = config.mailFrom.slice(config.mailFrom.lastIndexOf('@') + 1)
  const trackedLinks = createTrackedLinks(core)
  const emailCampaignSending = createEmailCampaignSending({
    ...core,
    pool,
    databaseUrl: database.url,
    logger,
    letterhead: {
      fromName: campaignName,
      fromAddress: config.mailFrom,
      returnAddress,
      hasPlusAddresses,
      words: letterhead,
      unsubscribeAddress,
      dkim,
      keys: { unsubscribes: secrets.unsubscribes, mailLinks: secrets.mailLinks, messageIds: secrets.messageIds },
    },
    replyAddresses: {
      domain: mailboxProvider(config.mailFrom) === 'other' ? senderDomain : null,
      others: [...new Set([campaign.email, ...replyAddresses])],
    },
    publicUrl,
    knowsSuppressions,
    numberLinks: trackedLinks.number,
    settings: { ...sendingLimits, ...overrides.sending },
    smtpUrl: overrides.mailer ? undefined : config.smtpUrl,
    requireTLS,
    mailer: mail.mailer,
    reportBounce: ({ campaignId, subject, code, at }) => {
      const messageId = core.messageIds.issue({ campaignId, subject }, '')
      return recordReports({ ...core, knex, onReportSetAside: returned.onReportSetAside }, [
        { type: 'bounce', kind: 'hard', code, at, messageId, email: null },
      ])
    },
  })
  const welcomeQueue = createWelcomeQueue(pool)
  return {
    mail,
    sender,
    limitedMails,
    emailCampaignSending,
    trackedLinks,
    ...returned,
    clickRecording: createClickRecording({
      ...core,
      knex,
      tokens: core.mailLinkTokens,
      isHttps: config.isHttps,
      onDrop: (error) => logger.warn({ err: error }, 'A click in a mail was dropped.'),
    }),
    /** Added to every optional email. */
    unsubscribeLinks: createUnsubscribeLinks({
      tokens: core.unsubscribeTokens,
      publicUrl,
      address: unsubscribeAddress,
    }),
    welcomeQueue,
    /** Sends the emails of the welcome series that are due. */
    sendWelcomeMails: createWelcomeMails({
      ...core,
      knex,
      welcomeQueue,
      currentSuppression: (subject) => currentSuppression(core, subject),
      singleMails: emailCampaignSending.singleMails,
      inboxLimit,
      confirmedOptIn: campaign.confirmedOptIn,
    }),
    /** Tells staff once a day what waits for them. */
    sendDigest: createDigest({
      ...mail,
      knex,
      sender,
      hour: campaign.digestHour,
      localTime: (now) => ({ date: campaignClock.dateAt(now), hour: campaignClock.hourAt(now) }),
    }),
    /** Sends staff security alerts, at most every ten minutes. */
    sendSecurityAlerts: createSecurityAlerts({ ...mail, pool, knex, sender }),
    /** One sentence about what is wrong with the mail server, or with our sender there; null: nothing. */
    mailProblem: async () => (await mail.problem()) ?? (await emailCampaignSending.envelopeProblem(campaign.email)),
    async close() {
      await closeMailbox()
      await mail.close()
    },
  }
}

export type Mailing = ReturnType<typeof createMailing>
