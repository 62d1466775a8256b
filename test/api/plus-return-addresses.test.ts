import { expect, it, onTestFinished } from 'vitest'
import { currentSuppression } from '../../backend/commands/mail-consents/mail-suppressions.ts'
import { createTestApp } from '../support/app/app.ts'
import { createEmailCampaignApp, numbered } from '../support/mail/email-campaigns.ts'
import { imapServer } from '../support/mail/imap-server.ts'
import { startMailSink } from '../support/mail/mail-sink.ts'
import { plusReports } from '../support/mail/plus-reports.ts'
import { type Meaning, ownServer, postfix, status, vouchedFor } from '../support/mail/report-parts.ts'

const own = /^bounces\+([\da-v]{48})@campaign\.example$/

async function createReader(address = 'bounces@campaign.example', plus = 'on') {
  const mailbox = await imapServer([])
  const env = {
    BOUNCES_IMAP_URL: mailbox.url,
    BOUNCES_ADDRESS: address,
    BOUNCES_PLUS_ADDRESSES: plus,
    BOUNCES_AUTHENTICATED_BY: ownServer,
  }
  const app = await createEmailCampaignApp({}, { connections: 2 }, env)
  return {
    ...app,
    mailbox,
    /** Sends an email campaign to these people; returns the return address of each email. */
    async mailed(people: readonly { email: string }[], words = 'Thank you.') {
      const id = await app.update(words)
      await app.finished(id)
      const mails = app.sink.received.filter(({ messageId }) => messageId.startsWith(`<c${id}.`))
      return people.map(({ email }) => mails.find(({ to }) => to === email) ?? { from: '', messageId: '' })
    },
    async happened(subject: string) {
      return (await app.events()).flatMap(({ type, data }) =>
        type.startsWith('Mail') && Object(data).subject === subject
          ? [[type, Object(data).campaignId, Object(data).kind].filter(Boolean).join(' ')]
          : [],
      )
    },
  }
}

/** Any reader of the mail could have written the address there. */
const quoting = ['words that quote the address', 'ARF, Original-Mail-From and a mail without a Message-ID']

const effects = (campaignId: number): { [M in Meaning]: string[] } => ({
  hard: [`MailBounced ${campaignId} hard`],
  soft: [`MailBounced ${campaignId} soft`],
  complaint: [`MailComplained ${campaignId}`],
  unsubscribe_report: [`MailUnsubscribed ${campaignId}`],
  ignored: [],
})

it('each mail is returned to an address of its own, by which a report without a Message-ID is known', async () => {
  const app = await createReader()
  const people = numbered(plusReports({ from: 'a@b', to: '' }).length)
  const subjects = await app.volunteers(people)
  app.emailCampaignSending.start()
  const mails = await app.mailed(people)
  for (const { from } of mails) expect(from).toMatch(own)
  expect(new Set(mails.map(({ from }) => from)).size).toBe(people.length)

  const cases = people.map(({ email: to }, index) => ({
    subject: subjects[index] ?? '',
    report: plusReports({ from: mails[index]?.from ?? '', to })[index],
  }))
  for (const { report } of cases) app.mailbox.deliver(vouchedFor(report?.source ?? ''))
  await app.readBounces()
  const seen = await Promise.all(
    cases.map(async ({ subject, report }) => [report?.name, await app.happened(subject)] as const),
  )
  expect(seen).toEqual(
    cases.map(({ report }) => [
      report?.name,
      effects(1)[quoting.includes(report?.name ?? '') ? 'ignored' : (report?.meaning ?? 'ignored')],
    ]),
  )
}, 120_000)

it('a report counts for the mail whose address it came to, not for another one that it quotes', async () => {
  const app = await createReader()
  const people = numbered(1)
  const [subject = ''] = await app.volunteers(people)
  app.emailCampaignSending.start()
  const [first] = await app.mailed(people)
  const [second] = await app.mailed(people, 'Once more, thank you.')
  expect(first?.from).not.toBe(second?.from)
  const fields = status({ recipient: 'person0@example.org', status: '4.2.2', said: '452 4.2.2 Mailbox full' })
  const about = { messageId: second?.messageId ?? '', to: 'person0@example.org' }
  const report = postfix(about, fields)
  app.mailbox.deliver(report.replace('To: bounces@campaign.example', `To: ${first?.from}`))
  app.mailbox.deliver(report)
  await app.readBounces()
  expect(await app.happened(subject)).toEqual(['MailBounced 1 soft', 'MailBounced 2 soft'])
}, 60_000)

it('a forged token changes nothing, and does not hide the Message-ID beside it', async () => {
  const app = await createReader()
  const people = numbered(3)
  const subjects = await app.volunteers(people)
  app.emailCampaignSending.start()
  const [forged, , quoted] = await app.mailed(people)
  const letter = forged?.from.at(20) === 'v' ? '0' : 'v'
  const other = `${forged?.from.slice(0, 20)}${letter}${forged?.from.slice(21)}`
  const fields = (to: string) => status({ recipient: to, status: '5.1.1', said: '550 5.1.1 User unknown' })
  const about = (messageId: string, to: string) =>
    postfix({ messageId, to }, fields(to)).replace('To: bounces@campaign.example', `To: ${other}`)
  app.mailbox.deliver(about('<x@y>', 'person0@example.org'))
  app.mailbox.deliver(about(quoted?.messageId ?? '', 'person2@example.org'))
  await app.readBounces()
  expect(await Promise.all(subjects.map(app.happened))).toEqual([[], [], ['MailBounced 1 hard']])
}, 60_000)

it('a mailbox that is called unsubscribe reads a report as one', async () => {
  const app = await createReader('unsubscribe@campaign.example')
  const people = numbered(1)
  const [subject = ''] = await app.volunteers(people)
  app.emailCampaignSending.start()
  const [mail] = await app.mailed(people)
  const report = plusReports({ from: mail?.from ?? '', to: 'person0@example.org' })[0]
  app.mailbox.deliver(report?.source ?? '')
  await app.readBounces()
  expect(await app.happened(subject)).toEqual(['MailBounced 1 hard'])
}, 60_000)

it('without the setting, all mail is returned to one address', async () => {
  const app = await createReader('bounces@campaign.example', 'off')
  const people = numbered(2)
  await app.volunteers(people)
  app.emailCampaignSending.start()
  for (const { from } of await app.mailed(people)) expect(from).toBe('bounces@campaign.example')
}, 60_000)

it('a confirmation of a sign-up has such an address too', async () => {
  const mailbox = await imapServer([])
  const sink = await startMailSink()
  onTestFinished(sink.close)
  const app = await createTestApp({
    identity: 'real',
    log: 'postgres',
    runs: 'everything',
    env: {
      SMTP_URL: sink.url,
      MAIL_FROM: 'news@campaign.example',
      BOUNCES_IMAP_URL: mailbox.url,
      BOUNCES_ADDRESS: 'bounces@campaign.example',
      BOUNCES_PLUS_ADDRESSES: 'on',
    },
  })
  const [to, headers] = ['ann@example.org', { 'sec-fetch-site': 'same-origin' }]
  const joined = await app.http.inject({ method: 'POST', url: '/api/email-signup', headers, payload: { email: to } })
  expect(joined.statusCode, joined.body).toBe(201)
  const confirmation = () => sink.received.find((mail) => mail.to === to)
  await expect.poll(confirmation, { timeout: 30_000 }).toBeDefined()
  expect(confirmation()?.from).toMatch(own)
  const report = plusReports({ from: confirmation()?.from ?? '', to })[0]
  mailbox.deliver(report?.source ?? '')
  await app.readBounces()
  const subject = await app.core.subjects.forEmail(to)
  expect(await currentSuppression(app.core, subject)).toMatchObject({ reason: 'bounced', campaignId: null })
}, 60_000)
