import { expect, it } from 'vitest'
import { currentSuppression } from '../../backend/commands/mail-consents/mail-suppressions.ts'
import { createTestApp } from '../support/app/app.ts'
import { signUpAt } from '../support/app/sign-up.ts'
import { createProjectedDatabase } from '../support/database/database.ts'
import { imapServer } from '../support/mail/imap-server.ts'
import { mailedOf } from '../support/mail/mail-ledger.ts'
import { ownServer, vouchedFor } from '../support/mail/report-parts.ts'
import { lines, report, status } from '../support/mail/returned-mails.ts'

const to = 'pat@example.org'

/** Pat, who got a mail so many days ago, and what comes back about it. */
async function mailed(daysAgo: number) {
  const database = await createProjectedDatabase()
  const { url, mailbox, deliver } = await imapServer([])
  const app = await createTestApp({
    identity: 'real',
    log: 'postgres',
    runs: 'everything',
    database,
    env: {
      BOUNCES_IMAP_URL: url,
      BOUNCES_ADDRESS: 'bounces@campaign.example',
      BOUNCES_AUTHENTICATED_BY: ownServer,
    },
  })
  const cookie = await signUpAt(app, 'ada@example.org', app.firstAdminToken)
  const ask = async (method: 'GET' | 'POST', path: string, payload?: object) =>
    (
      await app.http.inject({
        method,
        url: `/api/admin/${path}`,
        headers: { cookie, 'sec-fetch-site': 'same-origin' },
        ...(payload && { payload }),
      })
    ).json()
  await app.http.inject({ method: 'POST', url: '/api/email-signup', payload: { email: to } })
  const subject = await app.core.subjects.forEmail(to)
  await mailedOf(database, { subject, campaignId: 7, daysAgo })
  const messageId = app.core.messageIds.issue({ campaignId: 7, subject }, 'campaign.example')
  const copy = lines(`Message-ID: ${messageId}`, `To: ${to}`, 'Subject: News', '', 'Hello.')
  const fields = status('5.1.1').replaceAll('ruth@example.org', to)
  return {
    mailbox,
    ask,
    bounce: report('message/delivery-status', fields, copy),
    complaint: (note = '') => report('message/feedback-report', `Feedback-Type: abuse\r\nUser-Agent: x${note}`, copy),
    letter: lines(
      'From: MAILER-DAEMON@evil.example',
      'Subject: Undelivered Mail Returned to Sender',
      '',
      `Your message ${messageId} could not be delivered: 550 5.1.1 user unknown.`,
    ),
    async read(source: string) {
      deliver(source)
      await app.readBounces()
      return (await currentSuppression(app.core, subject))?.reason ?? null
    },
    consent: (action: string, more: object = {}) => ask('POST', `mail-consents/${action}`, { email: to, ...more }),
  }
}

it('a letter that quotes the Message-ID of a mail stops nothing, stays in the mailbox and is counted', async () => {
  const { letter, read, mailbox, ask } = await mailed(1)
  expect(await read(letter)).toBeNull()
  expect(mailbox).toHaveLength(1)
  expect((await ask('GET', 'bounce-mailbox')).unknownReports).toMatchObject([
    { kind: 'letter without the returned mail', count: 1 },
  ])
})

it('a bounce counts for a mail of the last 30 days, and not again once staff lifted it', async () => {
  const { bounce, read, consent } = await mailed(1)
  expect(await read(bounce)).toBe('bounced')
  expect(await consent('lift-bounce', { reason: 'mistake' })).toEqual({ isChanged: true, mailSuppression: null })
  expect(await read(bounce.replace('I am sorry', 'I am very sorry'))).toBeNull()
})

it('a bounce of an older mail stops nothing', async () => {
  const { bounce, read, mailbox } = await mailed(31)
  expect(await read(bounce)).toBeNull()
  expect(mailbox).toHaveLength(1)
})

it('a signed complaint stops mail at once, and staff can lift it with a reason', async () => {
  const { complaint, read, consent } = await mailed(1)
  expect(await read(vouchedFor(complaint()))).toBe('complained')
  expect((await consent('lift-bounce', { reason: 'mistake' })).message).toContain('lift the complaint instead')
  expect(await consent('lift-complaint', { reason: 'wants mail' })).toEqual({ isChanged: true, mailSuppression: null })
  expect(await read(vouchedFor(complaint(' again')))).toBeNull()
})

it('an unsigned complaint waits for staff, who dismiss or confirm it', async () => {
  const { complaint, read, ask, consent, mailbox } = await mailed(1)
  expect(await read(complaint())).toBeNull()
  expect(mailbox).toHaveLength(1)
  const held = () => ask('GET', 'mail-consents/held-complaints')
  // A report of the mailbox is projected after it was read.
  await expect.poll(held).toEqual([{ email: to, at: expect.any(String) }])
  expect(await consent('confirm-complaint')).toMatchObject({ mailSuppression: { reason: 'complained' } })
  expect(await held()).toEqual([])
  expect(await consent('lift-complaint', { reason: 'not theirs' })).toMatchObject({ mailSuppression: null })
  expect(await read(complaint(' again'))).toBeNull()
  expect(await held()).toEqual([])
})
