import { join } from 'node:path'
import { campaign, campaignName, letterhead } from '../../contract/campaign.ts'
import { staffConsentActs } from '../commands/mail-consents/staff-acts.ts'
import { loadSealKey } from '../config/load-seal-key.ts'
import { migrateAsOwner } from '../database/migrate.ts'
import { forgetRecipient } from '../email-campaign-sending/recipient-lists.ts'
import { mailboxProblemAt } from '../mail/imap-connection.ts'
import { createMail } from '../mail/index.ts'
import { mailServerProblem } from '../mail/mail-server-problem.ts'
import { serverOf } from '../mail/smtp.ts'
import { testMail } from '../mail/test-mail.ts'
import { createPhotos } from '../photos/index.ts'
import { countSetAside, setAsideEvents } from '../read-model/set-aside-events.ts'
import { unsentMails } from '../read-model/unsent-mails.ts'
import { runAdmin } from './admin-command.ts'
import { doctorParts } from './doctor.ts'
import { changeSealKey } from './seal-key-command.ts'
import { skipEvent } from './skip-event-command.ts'
import { withDatabase } from './with-database.ts'

const undefinedTable = '42P01'
/** The lists are made by the site as it starts, and not by migrations. */
const isWithoutLists = (error: unknown) => error instanceof Error && 'code' in error && error.code === undefinedTable

/**
 * `npm run admin -- …`: works while the application is running, and otherwise starts the embedded PostgreSQL itself.
 */
await withDatabase(async ({ config, secrets, database, ownerUrl, core }) => {
  await migrateAsOwner(database, ownerUrl)
  const publicUrl = config.publicUrl ?? `http://${config.host}:${config.port}`
  const { photos } = createPhotos({ bucket: config.photosBucket, folder: config.photosDir, isOn: config.hasPhotos })
  const mail = createMail({
    database,
    smtpUrl: config.smtpUrl,
    folder: join(config.dataDir, 'outbox'),
    from: { name: campaignName, address: config.mailFrom },
    contact: campaign.email,
    sender: () => ({ ...letterhead, publicUrl }),
    timeZone: campaign.timeZone,
    returnAddress: config.bouncesAddress,
    subjectOf: core.subjects.find,
    messageIdFor: (subject, key) =>
      core.messageIds.issue({ campaignId: null, subject }, new URL(publicUrl).hostname, key),
    logger: { warn: (_details, message) => console.error(message) },
  })
  const now = () => new Date()
  const print = (line: string) => console.log(line)
  const code = await runAdmin(process.argv.slice(2), {
    ...core,
    publicUrl,
    mailInvitation: config.smtpUrl ? mail.accountMail.adminInvitation : null,
    erasing: {
      ...core,
      knex: database.knex,
      photos,
      forgetMail: mail.forgetMail,
      emailCampaignSending: { forget: (subject) => forgetRecipient(database.pool, subject) },
    },
    testMail: {
      send: (to) => mail.mailer.send(testMail({ ...letterhead, publicUrl }, to)),
      problemOf:
        config.smtpUrl === undefined ? null : (error) => mailServerProblem(error, serverOf(config.smtpUrl ?? '')),
      ...(config.bouncesImapUrl !== undefined && { mailboxProblem: mailboxProblemAt(config.bouncesImapUrl) }),
    },
    doctor: doctorParts(config, {
      pool: database.pool,
      publicUrl,
      mailProblem: async () => (await mail.mailer.problem?.()) ?? null,
    }),
    staffConsents: staffConsentActs({ ...core, knex: database.knex }),
    unsentMails: { ...mail.sentMails.unsentMails, list: () => unsentMails(database.knex, { limit: 1000 }) },
    setAside: async () => ({
      events: await setAsideEvents(database.knex, { limit: 100 }),
      count: await countSetAside(database.knex),
    }),
    skipEvent: (asked) => skipEvent(asked, { ...core, pool: database.pool, now, print }),
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
})
