import { expect, it } from 'vitest'
import { currentSuppression } from '../../backend/commands/mail-consents/mail-suppressions.ts'
import { bounceMailboxState } from '../../backend/read-model/bounce-mailbox.ts'
import { createTestApp } from '../support/app/app.ts'
import { signUpAt } from '../support/app/sign-up.ts'
import { createProjectedDatabase } from '../support/database/database.ts'
import { type ImapServerOptions, imapServer } from '../support/mail/imap-server.ts'
import { mailedOf } from '../support/mail/mail-ledger.ts'
import { lines, report, status } from '../support/mail/returned-mails.ts'

const letter = lines('From: ruth@example.org', 'Subject: Thank you', '', 'A letter.')

/** The product, with a mailbox that it reads whenever `readBounces` is called. */
async function createReader(options: ImapServerOptions = {}) {
  const database = await createProjectedDatabase()
  const server = await imapServer([], options)
  const start = () =>
    createTestApp({
      identity: 'real',
      log: 'postgres',
      database,
      env: { BOUNCES_IMAP_URL: server.url, BOUNCES_ADDRESS: 'bounces@campaign.example' },
    })
  const app = await start()
  const subject = await app.core.subjects.forEmail('pat@example.com')
  await mailedOf(database, { subject, campaignId: 7 })
  const messageId = app.core.messageIds.issue({ campaignId: 7, subject }, 'campaign.example')
  const { mailto } = app.unsubscribeLinks(subject, 7)
  return {
    ...server,
    app,
    start,
    subject,
    returned: report(
      'message/delivery-status',
      status('5.1.1').replaceAll('ruth@example.org', 'pat@example.com'),
      lines(`Message-ID: ${messageId}`, 'To: pat@example.com', '', ''),
    ),
    request: lines('From: pat@example.com', `Subject: ${new URL(mailto).searchParams.get('subject')}`, '', ''),
    suppression: () => currentSuppression(app.core, subject),
    setAside: async () => (await bounceMailboxState(database.knex)).setAside,
    resubscribe: () =>
      app.http.inject({
        method: 'POST',
        url: '/api/mail-consents/resubscribe',
        payload: { token: app.core.unsubscribeTokens.issue({ subject, campaignId: 7 }) },
      }),
    said: async () =>
      (await app.core.decode(await app.core.log.readAll(null, 1000)))
        .map(({ type }) => type)
        .filter((type) => type.startsWith('Mail')),
  }
}

it('what is wrong is told to operators and to staff until the mailbox can be read again', async () => {
  const server = await imapServer([])
  const app = await createTestApp({
    identity: 'real',
    log: 'postgres',
    runs: 'everything',
    env: {
      BOUNCES_IMAP_URL: server.wrong,
      BOUNCES_ADDRESS: 'bounces@campaign.example',
    },
  })
  const cookie = await signUpAt(app, 'ada@example.org', app.firstAdminToken)
  const told = async () => {
    const [ready, staff, metrics] = await Promise.all([
      app.http.inject('/readyz'),
      app.http.inject({ url: '/api/admin/bounce-mailbox', headers: { cookie } }),
      app.registry.metrics(),
    ])
    const [gauge] = /^bounce_mailbox_failing \d$/m.exec(metrics) ?? []
    return [ready.json().checks.bounceMailbox, staff.json().problem, gauge]
  }
  await app.readBounces()
  const sentence = expect.stringMatching(
    /^The server of the mailbox for bounces \(127\.0\.0\.1\) rejects the user or the password in BOUNCES_IMAP_URL\./,
  )
  expect(await told()).toEqual([sentence, sentence, 'bounce_mailbox_failing 1'])
  server.setPassword('no')
  await app.readBounces()
  expect(await told()).toEqual(['ok', null, 'bounce_mailbox_failing 0'])
})

it('a report that a webmail marked as read is handled like any other', async () => {
  const { app, deliver, returned, mailbox, suppression } = await createReader()
  deliver(returned, { isSeen: true })
  await app.readBounces()
  expect(await suppression()).toMatchObject({ reason: 'bounced', campaignId: 7 })
  expect(mailbox).toEqual([])
})

it('an email that cannot be deleted does not unsubscribe a person again who came back', async () => {
  const { app, start, deliver, request, mailbox, renumber, resubscribe, suppression, said } = await createReader({
    expunges: false,
  })
  deliver(request)
  await app.readBounces()
  expect(await suppression()).toMatchObject({ reason: 'unsubscribed' })
  expect(app.bounceMailboxProblem()).toContain('mark and delete messages in INBOX')
  expect(mailbox).toHaveLength(1)

  expect((await resubscribe()).statusCode).toBe(200)
  await app.readBounces()
  const restarted = await start()
  await restarted.readBounces()
  // After a restore, the mailbox has other numbers, but the email says the same.
  renumber()
  await restarted.readBounces()
  expect(await suppression()).toBeNull()
  expect(await said()).toEqual(['MailUnsubscribed', 'MailResubscribed'])
})

it('among 5,000 old letters reports are read first, also one that arrives in between', {
  tags: 'long',
  timeout: 180_000,
}, async () => {
  const fetched: number[] = []
  const late = { uid: 0, at: 0 }
  const { app, deliver, returned, mailbox, suppression, setAside } = await createReader({
    onFetch(uid) {
      fetched.push(uid)
      if (fetched.length !== 100) return
      deliver(lines('From: postmaster@example.org', 'Subject: Undelivered', '', 'Nothing of ours.'))
      late.uid = mailbox.at(-1)?.uid ?? 0
      late.at = fetched.length
    },
  })
  for (let count = 0; count < 5000; count++) deliver(letter, { isSeen: count % 2 === 0 })
  deliver(returned)
  await app.readBounces()
  expect(fetched[0]).toBe(5001)
  expect(await suppression()).toMatchObject({ reason: 'bounced' })
  // Those of the batch under way come before it.
  expect(fetched.indexOf(late.uid) - late.at).toBeLessThanOrEqual(200)
  expect(new Set(fetched).size).toBe(5002)
  expect(mailbox.filter(({ isSeen }) => !isSeen)).toEqual([])
  expect(await setAside()).toBe(0)
  fetched.length = 0
  await app.readBounces()
  expect(fetched).toEqual([])
})
