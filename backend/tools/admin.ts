import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { campaign, campaignName, letterhead } from '../../contract/campaign.ts'
import { staffConsentActs } from '../commands/mail-consents/staff-acts.ts'
import { urlHere } from '../config/hosts.ts'
import { loadSealKey } from '../config/load-seal-key.ts'
import { envelopeProblem } from '../email-campaign-sending/envelope-problem.ts'
import { forgetRecipient } from '../email-campaign-sending/recipient-lists.ts'
import { smtpServerAt } from '../email-campaign-sending/smtp-server.ts'
import { connect } from '../kernel/database/connect.ts'
import { migrateAsOwner } from '../kernel/database/migrate.ts'
import { createMail } from '../mail/index.ts'
import { mailServerProblem } from '../mail/mail-server-problem.ts'
import { anyMail, returnAddressOf } from '../mail/return-address.ts'
import { serverOf } from '../mail/smtp.ts'
import { testMail } from '../mail/test-mail.ts'
import { createPhotos } from '../photos/index.ts'
import { mailFacts } from '../read-model/mail-facts.ts'
import { countSetAside, setAsideEvents } from '../read-model/set-aside-events.ts'
import { unsentMails } from '../read-model/unsent-mails.ts'
import { mailboxProblemAt } from '../returned-mail/imap-connection.ts'
import { takeArrived } from '../returned-mail/mail-arrival.ts'
import { runAdmin } from './admin-command.ts'
import { doctorParts } from './doctor.ts'
import type { PlusAddressTest } from './plus-address-test.ts'
import { rewind } from './rewind-command.ts'
import { changeSealKey } from './seal-key-command.ts'
import { skipEvent } from './skip-event-command.ts'
import { withDatabase } from './with-database.ts'

const undefinedTable = '42P01'
/** The lists are made by the site as it starts, and not by migrations. */
const isWithoutLists = (error: unknown) => error instanceof Error && 'code' in error && error.code === undefinedTable

/**
 * `npm run admin -- …`: works while the application is running, and otherwise starts the embedded PostgreSQL itself.
 */
await withDatabase(async ({ config, secrets, database, serverUrl, ownerUrl, core }) => {
  await migrateAsOwner(database, ownerUrl)
  const publicUrl = config.publicUrl ?? urlHere(config)
  const words = { ...letterhead, publicUrl }
  const { photos } = createPhotos({ bucket: config.photosBucket, folder: config.photosDir, isOn: config.hasPhotos })
  const { smtpUrl, bouncesImapUrl } = config
  const returnPath = {
    address: config.bouncesAddress ?? config.mailFrom,
    ...(config.hasPlusAddresses && { tokens: core.returnTokens }),
  }
  const mail = createMail({
    database,
    smtpUrl,
    folder: join(config.dataDir, 'outbox'),
    from: { name: campaignName, address: config.mailFrom },
    sender: () => words,
    timeZone: campaign.timeZone,
    returnPath,
    subjectOf: core.subjects.find,
    messageIdFor: (subject, key) =>
      core.messageIds.issue({ campaignId: null, subject }, new URL(publicUrl).hostname, key),
    logger: { warn: (_details, message) => console.error(message) },
  })
  /** An address as those of email campaigns, which is known to the mail server in the same way. */
  const returnAddress = returnAddressOf(returnPath, anyMail)
  async function envelopeProblemTo(to: string): Promise<string | null> {
    if (smtpUrl === undefined) return null
    const server = smtpServerAt(smtpUrl, { publicUrl, requireTLS: config.isProduction })
    const options = { timeout: 10_000, isPlusAddress: config.hasPlusAddresses }
    return envelopeProblem(server, { from: returnAddress, to }, options)
  }
  const plusAddress: PlusAddressTest = {
    problem: () => envelopeProblemTo(returnAddress),
    async send() {
      const messageId = `<${randomUUID()}@${new URL(publicUrl).hostname}>`
      await mail.mailer.send({ ...testMail(words, returnAddress), returnAddress, messageId })
      return messageId
    },
    arrived: (messageId) => takeArrived(bouncesImapUrl ?? '', messageId),
  }
  const setAside = async (limit: number) => ({
    events: await setAsideEvents(database.knex, { limit }),
    count: await countSetAside(database.knex),
  })
  const now = () => new Date()
  const print = (line: string) => console.log(line)
  const erasing = {
    ...core,
    knex: database.knex,
    photos,
    forgetMail: mail.forgetMail,
    emailCampaignSending: { forget: (subject: string) => forgetRecipient(database.pool, subject) },
  }
  async function rewindLog() {
    const owner = connect(ownerUrl ?? serverUrl, { max: 2 })
    const sealKey = loadSealKey(config, secrets)
    const parts = { core, pool: database.pool, owner: owner.pool, folder: config.dataDir, sealKey, erasing, now, print }
    return rewind(parts).finally(owner.close)
  }
  const code = await runAdmin(process.argv.slice(2), {
    ...core,
    publicUrl,
    mailInvitation: smtpUrl ? mail.accountMail.adminInvitation : null,
    erasing,
    testMail: {
      send: (to) => mail.mailer.send({ ...testMail(words, to), returnAddress }),
      problemOf: smtpUrl === undefined ? null : (error) => mailServerProblem(error, serverOf(smtpUrl)),
      ...(bouncesImapUrl !== undefined && { mailboxProblem: mailboxProblemAt(bouncesImapUrl) }),
      ...(smtpUrl !== undefined && config.hasPlusAddresses && { plusAddress }),
    },
    doctor: doctorParts(config, {
      pool: database.pool,
      log: core.log,
      signingKey: secrets.backups,
      publicUrl,
      setAside: () => setAside(5),
      mailProblem: async () => (await mail.mailer.problem?.()) ?? (await envelopeProblemTo(campaign.email)),
    }),
    staffConsents: staffConsentActs({ ...core, knex: database.knex }),
    unsentMails: { ...mail.sentMails.unsentMails, list: () => unsentMails(database.knex, { limit: 1000 }) },
    mailFacts: {
      read: async (email) =>
        mailFacts(database.knex, { email, subject: await core.subjects.find(email) }, mail.formatTime),
      formatTime: mail.formatTime,
    },
    setAside: () => setAside(100),
    skipEvent: (asked) => skipEvent(asked, { ...core, pool: database.pool, now, print }),
    rewind: rewindLog,
    changeSealKey: (replaced) =>
      changeSealKey(replaced, {
        ...core,
        pool: database.pool,
        folder: config.dataDir,
        sealKey: loadSealKey(config, secrets),
        now,
        print,
      }),
    now,
    print,
  }).catch((error: unknown) => {
    if (!isWithoutLists(error)) throw error
    print('The site has not run with this database yet, so there are no lists. Start it once: npm start')
    return 1
  })
  await mail.close()
  return code
}, 'first')
