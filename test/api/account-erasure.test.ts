import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runVerify } from '../../backend/kernel/eventlog/integrity/verify-command.ts'
import { rebuild } from '../../backend/kernel/projector/rebuild.ts'
import { compareSchemas } from '../../backend/kernel/projector/schema.ts'
import { runAdmin } from '../../backend/tools/admin-command.ts'
import { campaignClock } from '../../contract/campaign-event-times.ts'
import { type Account, type AccountApp, createAccountApp, picture } from '../support/app/account.ts'
import { filesWith, tablesWith } from '../support/app/canaries.ts'
import { strongPassword } from '../support/app/sign-up.ts'
import { sampleEverything, statisticsWith } from '../support/app/statistics.ts'
import { copyLive } from '../support/database/projections.ts'

const cleanUps: (() => Promise<void>)[] = []
let app: AccountApp
let admin: Account
beforeAll(async () => {
  app = await createAccountApp((cleanUp) => cleanUps.push(cleanUp))
  admin = await app.account('ada@example.org', app.firstAdminToken)
})
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
})

const path = '/api/profile/deletion'
const hours = (count: number) => new Date(Date.now() + count * 3600 * 1000)
const dueOf = async ({ ask }: Account): Promise<string | null> => (await ask('GET', path)).json().dueAt
const request = ({ ask, email }: Account) => ask('POST', path, { email })
const subjectOf = async ({ id }: Account): Promise<string> =>
  (await app.database.knex('read.users').where({ id }).select<{ subject: string }[]>('subject'))[0]?.subject ?? ''

const outbox = () => join(app.dataDir, 'outbox')

async function rally(): Promise<number> {
  const eventDate = campaignClock.dateAt(hours(240))
  const body = { title: 'Rally', eventDate, startTime: '18:30', endTime: '20:00', capacity: 9 }
  return (await admin.ask('POST', '/api/admin/events', body)).json().id
}

async function thread(): Promise<number> {
  const words = { title: 'Roads', content: 'The gravel roads wash out every spring.', categoryId: 4 }
  return (await admin.ask('POST', '/api/forum/threads', words)).json().id
}

/** Data in every field that a person can fill in. */
async function plant(ruth: Account): Promise<void> {
  const { email, ask } = ruth
  await app.verify(ruth.id)
  const done = [
    await ask('PUT', '/api/profile', {
      firstName: 'Canary-first',
      lastName: 'Canary-last',
      phone: 'Canary-phone',
      address: 'Canary-address',
      city: 'Canary-city',
      state: 'Canary-state',
      zipCode: 'Canary-zip',
    }),
    await ask('PUT', '/api/profile/photo', await picture('png'), 'image/png'),
    await ask('PUT', '/api/preferences', {
      campaignNews: false,
      volunteerOpportunities: true,
      eventInvitations: true,
      emailUpdates: true,
      securityAlerts: true,
    }),
    await ask('POST', '/api/prayers', { firstName: 'Canary', prayer: 'Canary-prayer', location: 'Canary-town', email }),
    await ask('POST', '/api/prayers', { firstName: 'Canary', prayer: 'Canary-nameless' }),
    await ask('POST', '/api/endorsements', {
      name: 'Canary',
      email,
      title: 'Canary-title',
      endorsementText: 'Canary-e',
    }),
    await ask('POST', '/api/volunteers', {
      firstName: 'Canary',
      lastName: 'Canary',
      email,
      phone: 'Canary-phone',
      skills: 'Canary-skills',
    }),
    await ask('POST', '/api/email-signup', { email, firstName: 'Canary-sign' }),
    await ask('POST', `/api/events/${await rally()}/rsvp`, { name: 'Canary-guest', email }),
    await ask('POST', '/api/forum/reports', { contentId: await thread(), reason: 'other', note: 'Canary-report' }),
    await ask('POST', '/api/activity', { action: 'Canary-act', page: '/canary', metadata: { note: 'Canary-note' } }),
    await ask('POST', '/api/auth/magic-link/send', { email }),
    await ask('POST', '/api/auth/email-change', { email: 'elsewhere@example.org', currentPassword: strongPassword }),
    await ask('POST', '/api/auth/login', { email, password: 'Canary-password' }),
    await app.http.inject({
      url: '/api/news?canary',
      headers: { cookie: ruth.cookie, 'user-agent': 'Canary-browser', referer: 'https://canary.example/page' },
    }),
  ]
  expect(done.map(({ statusCode }) => statusCode)).toEqual([
    200, 200, 200, 201, 201, 201, 201, 201, 201, 202, 202, 202, 202, 401, 400,
  ])
}

async function counts(): Promise<object> {
  const tables = ['users', 'prayers', 'endorsements', 'email_signups', 'volunteers', 'rsvps']
  const rows = tables.map(async (name) => [name, await app.database.knex(`read.${name}`).count('* as count')] as const)
  return Object.fromEntries(await Promise.all(rows))
}

async function verify(): Promise<string> {
  let said = ''
  const connect = async () => ({
    log: app.core.log,
    pool: app.database.pool,
    folder: app.dataDir,
    keys: app.sealKey,
    close: async () => {},
  })
  await runVerify({ args: [], connect, out: { write: (text: string) => (said += text) } })
  return said
}

describe('after its 24 hours', () => {
  it('no data of the person is left anywhere, the log is intact and every count is unchanged', async () => {
    const ruth = await app.account('canary-mail@example.org')
    await plant(ruth)
    await request(ruth)
    await app.traffic.flush()
    const { profileImageUrl } = await ruth.user()
    await expect.poll(() => filesWith(outbox(), 'canary')).not.toEqual([])
    expect(await tablesWith(app.database.pool, 'canary')).toEqual([
      'app.accounts',
      'app.traffic_logs',
      'app.user_activity_log',
      'read.email_signups',
      'read.endorsements',
      'read.forum_reports',
      'read.history',
      'read.prayers',
      'read.rsvps',
      'read.supporters',
      'read.user_engagement',
      'read.users',
      'read.volunteers',
    ])
    await sampleEverything(app.database.pool)
    expect(await statisticsWith(app.database.pool, 'pending')).not.toEqual([])
    expect(await statisticsWith(app.database.pool, 'canary')).toEqual([])
    const before = await counts()

    expect(await app.eraseDue(hours(25))).toBeGreaterThan(0)

    // Reactors free the seat and delete the files.
    await expect.poll(() => app.events('RsvpCancelled')).toHaveLength(1)
    await expect.poll(() => tablesWith(app.database.pool, 'canary')).toEqual([])
    expect(await filesWith(outbox(), 'canary')).toEqual([])
    const decoded = await app.core.decode(await app.core.log.readAll(null, 10_000))
    expect(JSON.stringify(decoded)).not.toMatch(/canary/i)
    expect((await app.http.inject(profileImageUrl)).statusCode).toBe(404)
    expect(await filesWith(join(app.dataDir, 'photos'), '')).toEqual([])
    expect(await counts()).toEqual(before)
    expect((await ruth.ask('GET', path)).statusCode).toBe(401)
    expect(await ruth.user()).toBeNull()
    await copyLive(app.database.pool, 'before')
    await rebuild({ ...app.core, pool: app.database.pool })
    const differing = Object.entries(await compareSchemas(app.database.pool, 'read', 'before'))
    expect(differing.filter(([, rows]) => rows > 0)).toEqual([])
    await app.database.pool.query('DROP SCHEMA before CASCADE')
    expect(await tablesWith(app.database.pool, 'canary')).toEqual([])
    await sampleEverything(app.database.pool)
    expect(await statisticsWith(app.database.pool, 'canary')).toEqual([])
    await expect.poll(verify).toMatch(/^Intact: \d+ events under \d+ seals?; 0 events newer than the last seal\.\n$/)
  })

  it('the address can register again, as a new person', async () => {
    const ruth = await app.account()
    await request(ruth)
    await app.eraseDue(hours(25))
    const again = await app.account(ruth.email)
    expect(again.id).not.toBe(ruth.id)
    expect(await dueOf(again)).toBeNull()
  })

  it('the account is not restored by a reactor that read its key before', async () => {
    const ruth = await app.account()
    const subject = await subjectOf(ruth)
    await request(ruth)
    await app.eraseDue(hours(25))
    const emailHash = app.core.subjects.emailHash(ruth.email)
    await app.core.accounts.restore({
      userId: ruth.id,
      subject,
      email: ruth.email,
      emailHash,
      createdAt: hours(0).toISOString(),
    })
    expect((await app.database.knex('app.accounts').where({ subject })).length).toBe(0)
  })

  it('items that others sent stay, even with an address that this person entered', async () => {
    const naomi = await app.account()
    await app.visit('POST', '/api/prayers', { firstName: 'Orpah', prayer: 'For Moab.', email: 'orpah@example.org' })
    const ruth = await app.account()
    await ruth.ask('POST', '/api/prayers', { firstName: 'Ruth', prayer: 'For Naomi.', email: naomi.email })
    await ruth.ask('POST', '/api/prayers', { firstName: 'Ruth', prayer: 'For Orpah.', email: 'orpah@example.org' })
    await ruth.ask('POST', '/api/prayers', { firstName: 'Ruth', prayer: 'For Boaz.', email: 'boaz@example.org' })
    await request(ruth)
    await app.eraseDue(hours(25))
    expect((await naomi.user()).email).toBe(naomi.email)
    const left = () => app.database.knex('read.prayers').whereLike('prayer', 'For %').select('prayer').orderBy('id')
    await expect.poll(left).toEqual([{ prayer: 'For Moab.' }, { prayer: 'For Naomi.' }, { prayer: 'For Orpah.' }])
  })

  it('an interrupted run is completed by the next one, and can no longer be cancelled', async () => {
    const ruth = await app.account()
    await ruth.ask('POST', '/api/prayers', { firstName: 'Ruth', prayer: 'Canary-half' })
    await request(ruth)
    const { accounts } = app.core
    const erase = accounts.erase
    accounts.erase = () => Promise.reject(new Error('the process died here'))
    await expect(app.eraseDue(hours(25))).rejects.toThrow('died here')
    accounts.erase = erase
    // Its reactors continue on their own; whether the account still exists depends on which is faster.
    expect([401, 409]).toContain((await ruth.ask('DELETE', path)).statusCode)
    await expect.poll(() => app.eraseDue(hours(25))).toBe(0)
    expect(await app.database.knex('app.accounts').where({ user_id: ruth.id })).toEqual([])
    expect(await app.core.subjects.read([await subjectOf(ruth)])).toEqual(new Map([[await subjectOf(ruth), 'erased']]))
    await expect.poll(() => tablesWith(app.database.pool, 'canary-half')).toEqual([])
    await rm(outbox(), { recursive: true, force: true })
  })
})

const addresses = ['canary-one@example.org', 'canary-two@example.org', 'canary-three@example.org'] as const
const [first, , last] = addresses

/** A person who changed their address twice and sent things under each. */
async function wanderer(): Promise<{ ruth: Account; cookie: string; prayerId: number }> {
  const ruth = await app.account(first)
  let { cookie } = ruth
  const ask = (method: 'POST' | 'PUT', url: string, payload: object | Buffer, type = 'application/json') =>
    app.http.inject({
      method,
      url,
      payload,
      headers: {
        cookie,
        'sec-fetch-site': 'same-origin',
        'content-type': type,
        'user-agent': 'Canary-browser',
        'idempotency-key': randomUUID(),
      },
    })
  const sent: number[] = []
  const eventId = await rally()
  const prayed: number[] = []
  for (const [index, email] of addresses.entries()) {
    if (index > 0) {
      const change = { seconds: 60, email, emailHash: app.core.subjects.emailHash(email), userId: ruth.id }
      const token = await app.core.tokens.issue('email-change', change)
      const moved = await ask('POST', '/api/auth/email-change/verify', { token })
      cookie = `session=${moved.cookies.find(({ name }) => name === 'session')?.value}`
    }
    const name = `Canary-${index}`
    const done = [
      await ask('PUT', '/api/profile', { firstName: name, phone: `${name}-phone` }),
      await ask('PUT', '/api/profile/photo', await picture('png', name), 'image/png'),
      await ask('POST', '/api/prayers', { firstName: name, prayer: `${name}-words`, email }),
      await ask('POST', '/api/endorsements', { name, email, title: name, endorsementText: `${name}-text` }),
      // Later this sign-up follows the person.
      ...(index === 0 ? [await ask('POST', '/api/email-signup', { email, firstName: name })] : []),
      await ask('POST', `/api/events/${eventId}/rsvp`, { name, email }),
      await ask('POST', '/api/activity', { action: name, page: '/canary', metadata: null }),
      await ask('POST', '/api/auth/magic-link/send', { email }),
    ]
    sent.push(...done.map(({ statusCode }) => statusCode))
    prayed.push((await app.database.knex('read.prayers').max('id as id'))[0]?.id)
  }
  expect(sent.filter((status) => status >= 300)).toEqual([])
  return { ruth, cookie, prayerId: prayed[0] ?? 0 }
}

type Wanderer = Awaited<ReturnType<typeof wanderer>>

async function runTool(...words: string[]): Promise<void> {
  const tool = {
    ...app.core,
    publicUrl: '',
    mailInvitation: null,
    erasing: app.erasing,
    now: () => new Date(),
    print: () => {},
  }
  expect(await runAdmin(words, tool)).toBe(0)
}

const eraseAsAdmin = async (body: object) =>
  expect((await admin.ask('POST', '/api/admin/erasures', body)).json()).toEqual({ erased: true })

const ways: [string, (who: Wanderer) => Promise<unknown>][] = [
  [
    'their own deletion',
    async ({ cookie }) => {
      const headers = { cookie, 'sec-fetch-site': 'same-origin' }
      const asked = await app.http.inject({ method: 'POST', url: path, headers, payload: { email: last } })
      expect(asked.statusCode).toBe(202)
      // The notice of the deletion, which comes a day before it.
      await expect.poll(async () => (await filesWith(outbox(), 'canary')).length).toBe(17)
      await app.eraseDue(hours(25))
    },
  ],
  ['an admin who deletes the account', ({ ruth }) => admin.ask('DELETE', `/api/admin/users/${ruth.id}`)],
  ['an admin who erases the address', () => eraseAsAdmin({ email: last })],
  ['an admin who erases the address before', () => eraseAsAdmin({ email: first })],
  ['an admin who erases what they sent first', ({ prayerId }) => eraseAsAdmin({ topic: 'prayers', id: prayerId })],
  ['the command line, by the address', () => runTool('erase', last)],
  ['the command line, by the address before', () => runTool('erase', first)],
]

describe('a person who changed their address twice', () => {
  it.each(ways)('is erased under each address after %s', { tags: 'long' }, async (_way, erase) => {
    // Each on another day, because an inbox gets only a few confirmations a day.
    await app.database.pool.query('DELETE FROM app.inbox_mails')
    const who = await wanderer()
    await app.traffic.flush()
    // A link and confirmations to each address, and a notice to each abandoned one.
    await expect.poll(async () => (await filesWith(outbox(), 'canary')).length).toBe(16)
    await erase(who)
    await expect.poll(() => tablesWith(app.database.pool, 'canary')).toEqual([])
    expect(await filesWith(join(app.dataDir, 'photos'), '')).toEqual([])
    expect(await filesWith(outbox(), 'canary')).toEqual([])
    const decoded = await app.core.decode(await app.core.log.readAll(null, 10_000))
    expect(JSON.stringify(decoded)).not.toMatch(/canary/i)
    expect(await who.ruth.user()).toBeNull()
    expect(await app.database.knex('app.sessions').where({ user_id: who.ruth.id })).toEqual([])
    for (const email of addresses) expect(await app.core.subjects.find(email)).toBeNull()
  })
})
