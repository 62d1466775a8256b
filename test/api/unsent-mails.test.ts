import { describe, expect, it, onTestFinished } from 'vitest'
import { campaignClock } from '../../contract/campaign-event-times.ts'
import { createTestApp } from '../support/app/app.ts'
import { signUpAt } from '../support/app/sign-up.ts'
import { type Fault, type SinkOptions, startMailSink } from '../support/mail/mail-sink.ts'

const rally = {
  title: 'Rally',
  eventDate: campaignClock.dateAt(new Date(Date.now() + 10 * 24 * 3600 * 1000)),
  startTime: '18:30',
  endTime: '20:00',
  category: 'rally',
  capacity: 50,
}
const wait = { timeout: 30_000 }

/** The running product with a mail server whose answer to `bad@...` the test decides. */
async function site(options: SinkOptions = {}) {
  const faults = new Map<string, Fault>()
  const sink = await startMailSink({ fault: (_mail, to) => faults.get(to) ?? null, ...options })
  onTestFinished(() => sink.close())
  const app = await createTestApp({
    identity: 'real',
    log: 'postgres',
    runs: 'everything',
    env: { SMTP_URL: sink.url, MAIL_FROM: 'hello@example.org' },
  })
  const cookie = await signUpAt(app, 'ada@example.org', app.firstAdminToken)
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, as?: string) =>
    app.http.inject({
      method,
      url,
      headers: { 'sec-fetch-site': 'same-origin', ...(as && { cookie: as }) },
      ...(payload && { payload }),
    })
  const created = await call('POST', '/api/admin/events', rally, cookie)
  expect(created.statusCode, created.body).toBe(201)
  const { id } = created.json()
  /** The sink keeps what it did not answer. */
  const isCut = (to: string) => faults.get(to) === 'cut'
  return {
    app,
    cookie,
    sink,
    faults,
    call,
    register: async (email: string) => {
      const answer = await call('POST', `/api/events/${id}/rsvp`, { name: 'Ruth', email, joinWaitingList: false })
      expect(answer.statusCode, answer.body).toBe(201)
    },
    change: (event: object) => call('PUT', `/api/admin/events/${id}`, { ...rally, ...event }, cookie),
    /** The words of each mail that this address got, with attachments. */
    arrived: (to: string) =>
      sink.received.filter((mail) => mail.to === to && !isCut(to)).map(({ raw }) => raw.replaceAll(/=\r?\n/g, '')),
    eventId: id,
    unsent: async () => (await call('GET', '/api/admin/unsent-mails', undefined, cookie)).json(),
    failing: async () => (await app.reactors.status()).reactors.flatMap(({ failing }) => failing ?? []),
    retry: (minutes: number) => app.mail.sentMails.retryMails(new Date(Date.now() + minutes * 60_000)),
  }
}

/** Everything that a stranger can have mailed, to one address. */
async function everything({ call, register }: Awaited<ReturnType<typeof site>>, email: string): Promise<void> {
  await register(email)
  await call('POST', '/api/email-signup', { email })
  await call('POST', '/api/volunteers', { firstName: 'Ruth', lastName: 'Gray', email })
  await call('POST', '/api/prayers', { firstName: 'Ruth', prayer: 'For rain', email, location: null })
}

const hours = 60

describe('a mail that the server refuses for good', () => {
  it.each<Fault>(['refuse', 'refuse message'])('(%s) is given up, and everyone after it gets theirs', async (fault) => {
    const here = await site()
    const { faults, sink, unsent, failing } = here
    faults.set('bad@example.org', fault)
    await everything(here, 'bad@example.org')
    await everything(here, 'good@example.org')
    await expect.poll(() => here.arrived('good@example.org'), wait).toHaveLength(4)
    await expect.poll(async () => (await unsent()).givenUp, wait).toBe(4)
    const { waiting, mails } = await unsent()
    const code = fault === 'refuse' ? '550 5.1.1 after RCPT TO' : '554 5.7.1 after DATA'
    expect([waiting, sink.tried.get('bad@example.org')]).toEqual([0, 4])
    for (const mail of mails)
      expect(mail).toMatchObject({ email: 'bad@example.org', state: 'given_up', attempts: 1, reason: code })
    expect(mails.map(({ title }: { title: string }) => title)).toContain('You’re registered: Rally')
    expect(await failing()).toEqual([])
    // It is not retried automatically.
    await here.retry(7 * 24 * hours)
    expect(sink.tried.get('bad@example.org')).toBe(4)
  })

  it('is sent when an operator tries it again, or never when an operator skips it', async () => {
    const here = await site()
    const { faults, sink, unsent, app } = here
    const { unsentMails } = app.mail.sentMails
    faults.set('bad@example.org', 'refuse message')
    await everything(here, 'bad@example.org')
    await expect.poll(async () => (await unsent()).givenUp, wait).toBe(4)
    const [skipped] = (await unsent()).mails
    expect([await unsentMails.skip(skipped.id), await unsentMails.skip(skipped.id)]).toEqual([1, 0])
    faults.delete('bad@example.org')
    expect(await unsentMails.retry('all', new Date())).toBe(3)
    await expect.poll(() => here.arrived('bad@example.org'), wait).toHaveLength(3)
    expect(await unsent()).toEqual({ waiting: 0, givenUp: 0, mails: [] })
    expect(sink.tried.get('bad@example.org')).toBe(7)
    expect(await unsentMails.retry('all', new Date())).toBe(0)
  })

  it('leaves the console and the table with the person', async () => {
    const here = await site()
    here.faults.set('bad@example.org', 'refuse')
    await everything(here, 'bad@example.org')
    await expect.poll(async () => (await here.unsent()).givenUp, wait).toBe(4)
    const { rows } = await here.app.database.pool.query('SELECT * FROM app.unsent_mails')
    expect(JSON.stringify(rows)).not.toMatch(/bad@|Ruth|Gray|rain/)
    const erased = await here.call('POST', '/api/admin/erasures', { email: 'bad@example.org' }, here.cookie)
    expect(erased.json()).toEqual({ erased: true })
    await expect.poll(here.unsent, wait).toEqual({ waiting: 0, givenUp: 0, mails: [] })
  })
})

describe('a mail that the server refuses for now', () => {
  it.each<Fault>(['full', 'later', 'delay message'])(
    '(%s) waits alone, and is sent once it is taken',
    async (fault) => {
      const here = await site()
      const { faults, unsent } = here
      faults.set('bad@example.org', fault)
      await here.register('bad@example.org')
      await here.register('good@example.org')
      await expect.poll(() => here.arrived('good@example.org'), wait).toHaveLength(1)
      expect(await unsent()).toMatchObject({
        waiting: 1,
        givenUp: 0,
        mails: [
          { state: 'waiting', email: 'bad@example.org', attempts: 1, reason: expect.stringMatching(/^45[12] 4\./) },
        ],
      })
      expect(await here.failing()).toEqual([])
      await here.retry(1)
      expect((await unsent()).mails[0]).toMatchObject({ state: 'waiting', attempts: 2 })
      faults.delete('bad@example.org')
      await here.retry(2)
      expect(here.arrived('bad@example.org')).toHaveLength(1)
      expect(await unsent()).toEqual({ waiting: 0, givenUp: 0, mails: [] })
    },
  )

  it('is tried again with growing pauses, and given up after three days', async () => {
    const here = await site()
    here.faults.set('bad@example.org', 'full')
    await here.register('bad@example.org')
    await expect.poll(async () => (await here.unsent()).waiting, wait).toBe(1)
    for (let minute = 1; minute <= 73 * hours; minute += 30) await here.retry(minute)
    const { givenUp, mails } = await here.unsent()
    expect([givenUp, mails[0].nextAttemptAt]).toEqual([1, null])
    expect(mails[0].attempts).toBeGreaterThan(15)
    expect(mails[0].attempts).toBeLessThan(35)
    expect(here.sink.tried.get('bad@example.org')).toBe(mails[0].attempts)
  })

  it('is not sent when the guest has cancelled in between', async () => {
    const here = await site()
    here.faults.set('bad@example.org', 'full')
    await here.register('bad@example.org')
    await expect.poll(async () => (await here.unsent()).waiting, wait).toBe(1)
    const removed = await here.call('DELETE', `/api/admin/events/${here.eventId}/rsvps/1`, undefined, here.cookie)
    expect(removed.statusCode).toBeLessThan(300)
    here.faults.delete('bad@example.org')
    await expect.poll(() => here.arrived('bad@example.org'), wait).toHaveLength(1)
    await here.retry(hours)
    expect(here.arrived('bad@example.org')).toEqual([expect.stringContaining('Your registration was cancelled')])
    expect(await here.unsent()).toEqual({ waiting: 0, givenUp: 0, mails: [] })
  })

  it('is one of many about one change: every other guest gets theirs once', async () => {
    const here = await site()
    const guests = [1, 2, 3].map((number) => `guest${number}@example.org`)
    for (const email of guests) await here.register(email)
    const counts = () => guests.map((email) => here.arrived(email).length)
    await expect.poll(counts, wait).toEqual([1, 1, 1])
    here.faults.set('guest1@example.org', 'full')
    here.faults.set('guest2@example.org', 'refuse message')
    await here.change({ startTime: '17:00' })
    await expect.poll(() => here.arrived('guest3@example.org'), wait).toHaveLength(2)
    await expect.poll(here.unsent, wait).toMatchObject({ waiting: 1, givenUp: 1 })
    here.faults.clear()
    await here.retry(2)
    expect(counts()).toEqual([2, 1, 2])
  })

  it('may also be one at which the server breaks off', async () => {
    const here = await site()
    here.faults.set('bad@example.org', 'cut')
    await here.register('bad@example.org')
    await here.register('good@example.org')
    await expect.poll(() => here.arrived('good@example.org'), wait).toHaveLength(1)
    const reason = 'The mail server broke off during this mail.'
    await expect.poll(here.unsent, wait).toMatchObject({ waiting: 1, mails: [{ reason }] })
  })

  it('is every email while the server refuses our sender: none is lost', async () => {
    let refusesSender = true
    const refused = { code: 550, words: '5.1.8 Sender refused' }
    const here = await site({ refusal: (step) => (step === 'mail' && refusesSender ? refused : null) })
    await here.register('good@example.org')
    const reason = '550 5.1.8 after MAIL FROM'
    // The admin is welcomed as well.
    await expect.poll(here.unsent, wait).toMatchObject({ waiting: 2, givenUp: 0, mails: [{ reason }, { reason }] })
    refusesSender = false
    await here.retry(2)
    expect(here.sink.received.map(({ to }) => to).sort()).toEqual(['ada@example.org', 'good@example.org'])
  })
})

describe('a server that accepts no email at all', () => {
  it('(away) delays every email, which /readyz shows; all of them arrive later, in order and once', async () => {
    const here = await site()
    await here.register('first@example.org')
    await expect.poll(() => here.arrived('first@example.org'), wait).toHaveLength(1)
    await here.sink.close()
    for (const name of ['second', 'third']) await here.register(`${name}@example.org`)
    await expect.poll(async () => (await here.failing()).length, wait).toBeGreaterThan(0)
    expect(await here.unsent()).toMatchObject({ waiting: 0, givenUp: 0 })
    const mended = await startMailSink({ port: here.sink.port })
    onTestFinished(() => mended.close())
    const guests = () => mended.received.map(({ to }) => to).filter((to) => to !== 'ada@example.org')
    await expect.poll(guests, wait).toEqual(['second@example.org', 'third@example.org'])
    await expect.poll(here.failing, wait).toEqual([])
  }, 60_000)

  it('(closing) delays every email too', async () => {
    const here = await site()
    here.faults.set('first@example.org', 'closing')
    await here.register('first@example.org')
    await here.register('second@example.org')
    await expect.poll(async () => (await here.failing()).length, wait).toBeGreaterThan(0)
    expect([await here.unsent(), here.arrived('second@example.org')]).toMatchObject([{ waiting: 0, givenUp: 0 }, []])
    here.faults.clear()
    await expect.poll(() => here.arrived('second@example.org'), wait).toHaveLength(1)
    expect(here.arrived('first@example.org')).toHaveLength(1)
  })
})
