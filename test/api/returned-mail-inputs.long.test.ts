import { readdirSync, readFileSync } from 'node:fs'
import { expect, it, onTestFinished, vi } from 'vitest'
import { currentSuppression } from '../../backend/commands/mail-consents/mail-suppressions.ts'
import { createTestApp } from '../support/app/app.ts'
import { createEmailCampaignApp, numbered } from '../support/mail/email-campaigns.ts'
import { imapServer } from '../support/mail/imap-server.ts'
import { startMailSink } from '../support/mail/mail-sink.ts'
import { reportKinds } from '../support/mail/report-kinds.ts'
import { kindsWithoutCopy, type Meaning, ownServer, vouchedFor } from '../support/mail/report-parts.ts'
import { longTimeouts } from '../support/run/timeouts.ts'

vi.setConfig(longTimeouts)

const folder = new URL('../support/mail/inputs/', import.meta.url)
const meanings: { [input: string]: Meaning } = {
  'B1-complaint-inline-parts': 'complaint',
  'B2-blocked-5.0.0': 'soft',
  'B2-our-domain-5.1.8': 'soft',
  'B2-sender-rejected-5.1.0': 'soft',
  'B2-too-fast-5.2.1': 'soft',
  'B2-unknown-user-5.0.0': 'hard',
  'B3-exchange-headers-in-words': 'hard',
  'B4-no-such-domain-5.4.4': 'hard',
  'B4-unknown-at-exchange-online-5.4.1': 'hard',
  'C2-forwarders-bounce': 'soft',
}
const acknowledged = 'C1-complaint-about-acknowledgment'
const placeholders =
  /<(?:c[17]\.(?:6f1e2c34-0000-4000-8000-000000000001|SUBJECT-UUID)|acknowledgment\.signUp\.SUBJECT-UUID)@[\w.]+>/g
const input = (name: string, { messageId, to }: { messageId: string; to: string }) =>
  readFileSync(new URL(`${name}.eml`, folder), 'latin1')
    .replace(placeholders, messageId)
    .replaceAll('pat@example.com', to)
    .replaceAll('ann@voters.example', to)
    .replaceAll(/\r?\n/g, '\r\n')

/** Facts of the log about a person, and whether email stopped. */
const effects: { [M in Meaning]: { said: string[]; stopped: string | null } } = {
  hard: { said: ['MailBounced hard'], stopped: 'bounced' },
  soft: { said: ['MailBounced soft'], stopped: null },
  complaint: { said: ['MailComplained'], stopped: 'complained' },
  unsubscribe_report: { said: ['MailUnsubscribed'], stopped: 'unsubscribed' },
  ignored: { said: [], stopped: null },
}

it('every kind of returned mail does to the person of a sent campaign what it says', async () => {
  const mailbox = await imapServer([])
  const app = await createEmailCampaignApp(
    {},
    {},
    {
      BOUNCES_IMAP_URL: mailbox.url,
      BOUNCES_ADDRESS: 'bounces@campaign.example',
      BOUNCES_AUTHENTICATED_BY: ownServer,
    },
  )
  const names = Object.keys(meanings)
  expect(
    readdirSync(folder)
      .filter((file) => file.endsWith('.eml'))
      .sort(),
  ).toEqual([...names, acknowledged].map((name) => `${name}.eml`).sort())
  const kinds = reportKinds({ messageId: '<a@b>', to: 'a@example.org' }).length
  const people = numbered(kinds + names.length)
  const subjects = await app.volunteers(people)
  app.emailCampaignSending.start()
  const id = await app.update('Thank you.')
  await app.finished(id)

  const cases = people.map(({ email: to }, index) => {
    const mail = app.sink.received.find((one) => one.to === to && one.messageId.startsWith(`<c${id}.`))
    const about = { messageId: mail?.messageId ?? '', to }
    const kind = reportKinds(about)[index]
    if (kind) {
      const meaning: Meaning = kindsWithoutCopy.includes(kind.name) ? 'ignored' : kind.meaning
      return { to, subject: subjects[index] ?? '', ...kind, meaning }
    }
    const name = names[index - kinds] ?? ''
    return {
      to,
      subject: subjects[index] ?? '',
      name,
      meaning: meanings[name] ?? 'ignored',
      source: input(name, about),
    }
  })
  for (const { source } of cases) mailbox.deliver(vouchedFor(source))
  await app.readBounces()

  const events = await app.events()
  const happened = async (subject: string) => ({
    said: events.flatMap(({ type, data }) =>
      type.startsWith('Mail') && Object(data).subject === subject
        ? [[type, Object(data).kind].filter(Boolean).join(' ')]
        : [],
    ),
    stopped: (await currentSuppression(app.core, subject))?.reason ?? null,
  })
  const seen = await Promise.all(cases.map(async ({ name, subject }) => ({ name, ...(await happened(subject)) })))
  expect(seen).toEqual(cases.map(({ name, meaning }) => ({ name, ...effects[meaning] })))

  // The next campaign goes to everyone whose email did not stop.
  const next = await app.update('Once more, thank you.')
  await app.finished(next)
  const mailed = app.sink.received.filter(({ messageId }) => messageId.startsWith(`<c${next}.`)).map(({ to }) => to)
  expect(mailed.sort()).toEqual(
    cases
      .filter(({ meaning }) => effects[meaning].stopped === null)
      .map(({ to }) => to)
      .sort(),
  )
})

it('a complaint about the confirmation of a sign-up stops the email to this person', async () => {
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
      BOUNCES_AUTHENTICATED_BY: ownServer,
    },
  })
  const to = 'ann@example.org'
  const headers = { 'sec-fetch-site': 'same-origin' }
  const joined = await app.http.inject({ method: 'POST', url: '/api/email-signup', headers, payload: { email: to } })
  expect(joined.statusCode, joined.body).toBe(201)
  const confirmation = () => sink.received.find((mail) => mail.to === to)
  await expect.poll(confirmation, { timeout: 30_000 }).toBeDefined()
  mailbox.deliver(vouchedFor(input(acknowledged, { messageId: confirmation()?.messageId ?? '', to })))
  await app.readBounces()
  expect(await currentSuppression(app.core, await app.core.subjects.forEmail(to))).toMatchObject({
    reason: 'complained',
  })
})

/** The words of C3: the server accepted MAIL FROM, or answered it with the last two. */
const aboutUs: ['mail' | 'rcpt', code: number, words: string, sentence: RegExp][] = [
  [
    'rcpt',
    553,
    '5.7.1 <bounces@campaign.example>: Sender address rejected: not owned by user relay',
    /send as MAIL_FROM/,
  ],
  ['rcpt', 554, '5.7.1 <ann@voters.example>: Relay access denied', /does not pass on mail from us/],
  ['rcpt', 530, '5.7.0 Authentication required', /wants a user name and a password/],
  [
    'rcpt',
    550,
    '5.1.8 <bounces@campaign.example>: Sender address rejected: Domain not found',
    /does not find the domain/,
  ],
  ['rcpt', 554, '5.7.1 <client.example[192.0.2.1]>: Client host rejected: Access denied', /refuses this machine/],
  ['mail', 450, '4.7.1 Error: too much mail from 192.0.2.1', /takes no more mail from us for now/],
  ['mail', 552, '5.3.4 Message size exceeds fixed limit', /larger than the mail server takes/],
]

it('every refusal about us makes the campaign wait with a sentence, and costs no recipient the email', async () => {
  let said: { step: 'mail' | 'rcpt'; code: number; words: string } | null = null
  const app = await createEmailCampaignApp({ refusal: (step) => (said?.step === step ? said : null) })
  await app.volunteers(numbered(3))
  app.emailCampaignSending.start()
  for (const [step, code, words, sentence] of aboutUs) {
    said = { step, code, words }
    const id = await app.update(`Because of ${code} ${words}`)
    await expect
      .poll(async () => (await app.emailCampaign(id)).progress?.waitsFor, { timeout: 30_000 })
      .toEqual(expect.stringMatching(sentence))
    said = null
    expect((await app.finished(id)).progress).toMatchObject({ sent: 3, failed: 0, skipped: 0 })
  }
  expect(app.sink.received).toHaveLength(3 * aboutUs.length)
})
