import { join } from 'node:path'
import { campaign, campaignName, letterhead } from '../../contract/campaign.ts'
import { forgetRecipient } from '../campaign-sending/recipient-lists.ts'
import { loadSealKey } from '../config/load-seal-key.ts'
import { migrateAsOwner } from '../database/migrate.ts'
import { mailboxProblemAt } from '../mail/imap-connection.ts'
import { createMail } from '../mail/index.ts'
import { mailServerProblem } from '../mail/mail-server-problem.ts'
import { serverOf } from '../mail/smtp.ts'
import { testMail } from '../mail/test-mail.ts'
import { createPhotos } from '../photos/index.ts'
import { countSetAside, setAsideEvents } from '../read-model/set-aside-events.ts'
import { unsentMails } from '../read-model/unsent-mails.ts'
import { runAdmin } from './admin-command.ts'
import { changeSealKey } from './seal-key-command.ts'
import { skipEvent } from './skip-event-command.ts'
import { withDatabase } from './with-database.ts'

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
      campaignSending: { forget: (subject) => forgetRecipient(database.pool, subject) },
    },
    testMail: {
      send: (to) => mail.mailer.send(testMail({ ...letterhead, publicUrl }, to)),
      problemOf:
        config.smtpUrl === undefined ? null : (error) => mailServerProblem(error, serverOf(config.smtpUrl ?? '')),
      ...(config.bouncesImapUrl !== undefined && { mailboxProblem: mailboxProblemAt(config.bouncesImapUrl) }),
    },
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
  })
  await mail.close()
  return code
})
