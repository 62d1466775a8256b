import { simpleParser } from 'mailparser'
import { expect, it, onTestFinished } from 'vitest'
import { mailConsentStream, mailConsents } from '../../backend/domain/mail/mail-consents.ts'
import { nextMorning } from '../../backend/domain/mail/mornings.ts'
import { systemContext } from '../../backend/kernel/eventlog/command-context.ts'
import { campaignClock } from '../../contract/campaign-event-times.ts'
import { allProjected } from '../support/app/all-projected.ts'
import { createTestApp } from '../support/app/app.ts'
import { signUpAt } from '../support/app/sign-up.ts'
import { type Fault, startMailSink } from '../support/mail/mail-sink.ts'

const wait = { timeout: 30_000 }
const ruth = 'ruth@example.org'
const hour = 3_600_000

/** The running product with a mail server; mornings come when the test says so. */
async function site() {
  const faults = new Map<string, Fault>()
  const sink = await startMailSink({ fault: (_mail, to) => faults.get(to) ?? null })
  onTestFinished(() => sink.close())
  const app = await createTestApp({
    identity: 'real',
    log: 'postgres',
    runs: 'everything',
    env: { SMTP_URL: sink.url, MAIL_FROM: 'hello@example.org' },
  })
  const cookie = await signUpAt(app, 'ada@example.org', app.firstAdminToken)
  async function call(method: 'POST' | 'DELETE', url: string, payload?: object, as?: string) {
    const headers = { 'sec-fetch-site': 'same-origin', ...(as && { cookie: as }) }
    const answer = await app.http.inject({ method, url, headers, ...(payload && { payload }) })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer
  }
  const pray = async (email = ruth): Promise<number> =>
    (await call('POST', '/api/prayers', { firstName: 'Ruth', prayer: 'For rain', email, location: null })).json().id
  const held = async () =>
    (await app.database.pool.query('SELECT key, what, batch FROM app.held_mails ORDER BY key')).rows
  const morning = (days = 1) => {
    let at = new Date()
    for (let day = 0; day < days; day++) at = nextMorning(at, campaignClock)
    return at
  }
  return {
    app,
    cookie,
    faults,
    call,
    pray,
    held,
    morning,
    /** Five thank-yous to this address: all that an inbox gets in a day. */
    async thankedFiveTimes(email = ruth) {
      await call('POST', '/api/auth/register', {
        email,
        password: 'a quiet lane by the mill',
        firstName: 'R',
        lastName: 'G',
      })
      await call('POST', '/api/email-signup', { email })
      await app.database.pool.query(
        `INSERT INTO app.inbox_mails (key, inbox, kind) SELECT 'earlier.' || nth, $1, 'thanks' FROM generate_series(1, 3) AS nth`,
        [app.core.subjects.emailHash(email)],
      )
      await expect.poll(async () => (await subjects(email)).length, wait).toBe(2)
    },
    subjects,
    mails: async (email: string) =>
      Promise.all(sink.received.filter(({ to }) => to === email).map(({ raw }) => simpleParser(raw))),
    async settled() {
      await allProjected(app)
      const { log } = app.core
      const last = (await log.readAll(null, 10_000)).at(-1)?.position
      await expect
        .poll(async () => (await app.reactors.status()).reactors.every(({ position }) => position === last), wait)
        .toBe(true)
    },
  }
  async function subjects(email: string) {
    return (await Promise.all(sink.received.filter(({ to }) => to === email).map(({ raw }) => simpleParser(raw)))).map(
      ({ subject }) => subject,
    )
  }
}

it('what is beyond five thank-yous waits until the morning and leaves in one mail; a decision comes at once', async () => {
  const { app, cookie, call, pray, held, morning, thankedFiveTimes, subjects, mails, settled } = await site()
  await thankedFiveTimes()
  const prayerId = await pray()
  const endorsement = { name: 'Ruth', email: ruth, title: '', endorsementText: 'Good' }
  await call('POST', '/api/endorsements', endorsement)
  await expect
    .poll(async () => (await held()).map(({ what }) => what), wait)
    .toEqual(['Receipt of an endorsement', 'Receipt of a prayer'])
  await call('POST', `/api/admin/prayers/${prayerId}/approve`, undefined, cookie)
  await expect.poll(async () => (await subjects(ruth)).at(-1), wait).toMatch(/^Your prayer is on/)
  await settled()
  // Still the same night.
  await app.limitedMails.sendHeld(new Date(morning().getTime() - 1))
  expect(await subjects(ruth)).toHaveLength(3)
  await app.limitedMails.sendHeld(morning())
  const last = (await mails(ruth)).at(-1)
  expect(last?.subject).toMatch(/^2 messages from /)
  for (const words of ['We received your prayer', 'Thank you for your endorsement', 'What happens next'])
    expect(last?.text).toContain(words)
  expect(await held()).toEqual([])
  // None comes twice, the next minute or the next day.
  await app.limitedMails.sendHeld(morning())
  await app.limitedMails.sendHeld(morning(2))
  expect(await subjects(ruth)).toHaveLength(4)
})

it('a process that dies after the mail left sends it to no one again', async () => {
  const { app, pray, held, morning, thankedFiveTimes, mails, subjects } = await site()
  await thankedFiveTimes()
  await pray()
  await expect.poll(held, wait).toHaveLength(1)
  await app.limitedMails.sendHeld(morning())
  // As if it had died before it took the mail from those that wait.
  const { rows } = await app.database.pool.query(`SELECT key FROM app.sent_mails WHERE key LIKE 'morning.%'`)
  const [batch] = rows
  await app.database.pool.query(
    `INSERT INTO app.held_mails (key, writer, about, kind, what, inbox, subject, held_at, due_at, batch)
     SELECT key, 'acknowledgments', stream || '@' || revision, 'thanks', 'Receipt of a prayer', 'x', split_part(key, '.', 3)::uuid, now(), now(), $1
     FROM app.sent_mails, (SELECT stream, revision FROM eventlog.events WHERE type = 'PrayerSubmitted') AS event
     WHERE key LIKE 'acknowledgment.prayer.%'`,
    [batch.key],
  )
  expect(await held()).toHaveLength(1)
  await app.limitedMails.sendHeld(morning(2))
  expect([await held(), (await subjects(ruth)).length]).toEqual([[], 3])
  // As if it had died before it noted that the mail was accepted: mail programs show the same Message-ID once.
  await app.database.pool.query(
    `DELETE FROM app.sent_mails WHERE key LIKE 'morning.%' OR key LIKE 'acknowledgment.prayer.%'`,
  )
  await app.database.pool.query(
    `INSERT INTO app.held_mails (key, writer, about, kind, what, inbox, subject, held_at, due_at, batch)
     SELECT 'acknowledgment.prayer.' || subject, 'acknowledgments', stream || '@' || revision, 'thanks', 'Receipt of a prayer', 'x', subject, now(), now(), $1
     FROM (SELECT split_part($1, '.', 3)::uuid AS subject) AS person, (SELECT stream, revision FROM eventlog.events WHERE type = 'PrayerSubmitted') AS event`,
    [batch.key],
  )
  await app.limitedMails.sendHeld(morning(2))
  const ids = (await mails(ruth)).map(({ messageId }) => messageId)
  expect([ids.length, new Set(ids).size]).toEqual([4, 3])
})

it.for<[string, (here: Awaited<ReturnType<typeof site>>) => Promise<unknown>]>([
  [
    'who says no meanwhile',
    async ({ app, call }) => {
      const subject = await app.core.subjects.forEmail(ruth)
      const token = app.core.unsubscribeTokens.issue({ subject, campaignId: null })
      await call('POST', '/api/mail-consents/unsubscribe', { token })
    },
  ],
  ['who is erased meanwhile', ({ call, cookie }) => call('POST', '/api/admin/erasures', { email: ruth }, cookie)],
  [
    'whose mail comes back meanwhile',
    async ({ app }) => {
      const subject = await app.core.subjects.forEmail(ruth)
      const bounce = { subject, campaignId: null, kind: 'hard', code: '5.1.1', at: new Date().toISOString() } as const
      const stream = mailConsentStream(subject)
      await app.core.handle(mailConsents, stream, { type: 'ReportMailBounce', data: bounce }, systemContext())
    },
  ],
])('a person %s gets none of it', async ([_who, act]) => {
  const here = await site()
  const { app, pray, held, morning, thankedFiveTimes, subjects, settled } = here
  await thankedFiveTimes()
  await pray()
  await expect.poll(held, wait).toHaveLength(1)
  await act(here)
  await settled()
  const before = (await subjects(ruth)).length
  await app.limitedMails.sendHeld(morning())
  await app.limitedMails.sendHeld(morning(2))
  expect([await held(), (await subjects(ruth)).length]).toEqual([[], before])
})

it('an inbox gets one such mail a morning, whatever comes before its @', async () => {
  const { app, pray, held, morning, subjects, settled } = await site()
  for (const tag of ['1', '2', '3', '4', '5', '6', '7']) await pray(`ruth+${tag}@example.org`)
  await expect.poll(held, wait).toHaveLength(2)
  await settled()
  const sent = async () => [
    (await subjects('ruth+6@example.org')).length,
    (await subjects('ruth+7@example.org')).length,
  ]
  await app.limitedMails.sendHeld(morning())
  await app.limitedMails.sendHeld(new Date(morning().getTime() + hour))
  expect(await sent()).toEqual([1, 0])
  await app.limitedMails.sendHeld(morning(2))
  expect(await sent()).toEqual([1, 1])
})

it('one that the server refuses for now is tried again, and one that waited a week is let be', async () => {
  const { app, call, pray, held, morning, thankedFiveTimes, subjects, faults } = await site()
  await thankedFiveTimes()
  await pray()
  await expect.poll(held, wait).toHaveLength(1)
  faults.set(ruth, 'refuse message')
  await app.limitedMails.sendHeld(morning())
  expect([(await held()).length, (await subjects(ruth)).length]).toEqual([1, 2])
  faults.delete(ruth)
  await app.mail.sentMails.unsentMails.retry('all', new Date())
  await app.mail.sentMails.retryMails(new Date())
  await app.limitedMails.sendHeld(morning())
  expect([await held(), (await subjects(ruth)).length]).toEqual([[], 3])

  await call('POST', '/api/endorsements', { name: 'Ruth', email: ruth, title: '', endorsementText: 'Good' })
  await expect.poll(held, wait).toHaveLength(1)
  await app.database.pool.query(`UPDATE app.held_mails SET held_at = held_at - interval '8 days'`)
  await app.limitedMails.sendHeld(morning(2))
  expect([await held(), (await subjects(ruth)).length]).toEqual([[], 3])
})
