import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rebuild } from '../../backend/kernel/projector/rebuild.ts'
import { compareSchemas } from '../../backend/kernel/projector/schema.ts'
import { campaignClock } from '../../contract/campaign-event-times.ts'
import { type Account, type AccountApp, createAccountApp } from '../support/app/account.ts'
import { tablesWith } from '../support/app/canaries.ts'
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

/** Reactors and the read model may take a moment. */
const longTimeout = { timeout: 30_000 }
const inADay = () => new Date(Date.now() + 25 * 3600 * 1000)
const prayers = async (email: string) => {
  const rows = await app.database
    .knex('read.prayers')
    .where({ email })
    .orderBy('id')
    .select<{ prayer: string }[]>('prayer')
  return rows.map(({ prayer }) => prayer)
}

async function rally(): Promise<number> {
  const eventDate = campaignClock.dateAt(new Date(Date.now() + 10 * 24 * 3600 * 1000))
  const body = { title: 'Rally', eventDate, startTime: '18:30', endTime: '20:00', capacity: 1 }
  return (await admin.ask('POST', '/api/admin/events', body)).json().id
}

async function discussion(): Promise<number> {
  const author = await app.account()
  await app.verify(author.id)
  const body = { categoryId: 1, title: 'Roads', content: 'We should mend the county roads before winter.' }
  return (await author.ask('POST', '/api/forum/threads', body)).json().id
}

/** Ben prays with his address; another person registers it and writes under it too. */
async function stranger(email: string) {
  await app.visit('POST', '/api/prayers', { firstName: 'Ben', prayer: 'For my mother.', email })
  await app.visit('POST', '/api/email-signup', { email, firstName: 'Ben' })
  const account = await app.account(email)
  await account.ask('PUT', '/api/profile', { firstName: 'Canary-name', phone: 'Canary-phone' })
  await account.ask('POST', '/api/prayers', { firstName: 'Canary-sender', prayer: 'Canary-words', email })
  await account.ask('POST', '/api/endorsements', { name: 'Canary-e', email, endorsementText: 'Canary-endorsement' })
  await account.ask('POST', '/api/volunteers', {
    firstName: 'Canary',
    lastName: 'Canary',
    email,
    skills: 'Canary-skills',
  })
  await account.ask('POST', '/api/forum/posts', { threadId: await discussion(), content: 'Canary-reply on the roads.' })
  await account.ask('POST', '/api/activity', { action: 'Canary-act', page: '/canary' })
  return account
}

const ways: [string, (account: Account) => Promise<unknown>][] = [
  [
    'deletes it',
    async (account) => {
      expect((await account.ask('POST', '/api/profile/deletion', { email: account.email })).statusCode).toBe(202)
      expect(await app.eraseDue(inADay())).toBe(1)
    },
  ],
  ['is deleted by an admin', ({ id }) => admin.ask('DELETE', `/api/admin/users/${id}`)],
]

describe('a person who registered an address that they never proved, and', () => {
  it.each(ways)('%s takes only what that account sent itself', async (_way, remove) => {
    const email = `${randomUUID()}@example.org`
    const account = await stranger(email)
    const event = await rally()
    expect((await account.ask('POST', `/api/events/${event}/rsvp`, { name: 'Canary-guest', email })).statusCode).toBe(
      201,
    )
    await remove(account)

    await expect.poll(() => prayers(email), longTimeout).toEqual(['For my mother.'])
    await expect.poll(() => tablesWith(app.database.pool, 'canary'), longTimeout).toEqual([])
    expect(await app.database.knex('app.accounts').where({ user_id: account.id })).toEqual([])
    expect(await account.user()).toBeNull()
    // The seat is free again, and the address is still on the mailing list, for its owner.
    await expect.poll(async () => (await app.events('RsvpCancelled')).length, longTimeout).toBeGreaterThan(0)
    expect(await app.database.knex('read.email_signups').where({ email, is_erased: false })).toHaveLength(1)
    expect(
      await app.database
        .knex('read.supporter_standings as person')
        .join('read.supporters as known', 'known.subject', 'person.subject')
        .where({ 'known.email': email })
        .select('left_out', 'is_subscriber', 'is_volunteer'),
    ).toEqual([{ left_out: '', is_subscriber: true, is_volunteer: false }])
    expect(await app.eraseDue(inADay())).toBe(0)

    // Ben registers, and everything is his.
    const ben = await app.account(email)
    expect(ben.id).not.toBe(account.id)
    await app.verify(ben.id)
    const own = (await ben.ask('GET', '/api/profile/export')).json()
    expect(JSON.stringify(own)).toContain('For my mother.')
    expect(JSON.stringify(own)).not.toMatch(/canary/i)
  })

  it('moves to an address of their own before they delete it takes nothing from the owner either', async () => {
    const email = `${randomUUID()}@example.org`
    const own = `${randomUUID()}@example.org`
    const account = await stranger(email)
    const change = { seconds: 60, email: own, emailHash: app.core.subjects.emailHash(own), userId: account.id }
    const token = await app.core.tokens.issue('email-change', change)
    const moved = await account.ask('POST', '/api/auth/email-change/verify', { token })
    expect(moved.statusCode).toBe(200)
    const cookie = `session=${moved.cookies.find(({ name }) => name === 'session')?.value}`
    // The owner's things stay together under their address.
    await app.visit('POST', '/api/prayers', { firstName: 'Ben', prayer: 'For my father.', email })
    await app.http.inject({
      method: 'POST',
      url: '/api/profile/deletion',
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
      payload: { email: own },
    })
    expect(await app.eraseDue(inADay())).toBe(1)
    await expect.poll(() => prayers(email), longTimeout).toEqual(['For my mother.', 'For my father.'])
    await expect.poll(() => tablesWith(app.database.pool, 'canary'), longTimeout).toEqual([])
    expect(await app.database.knex('app.accounts').where({ user_id: account.id })).toEqual([])
    // Erasing the owner takes all of it.
    await admin.ask('POST', '/api/admin/erasures', { email })
    await expect.poll(() => prayers(email), longTimeout).toEqual([])
  })

  it('is erased along with the address, when an admin erases that', async () => {
    const email = `${randomUUID()}@example.org`
    const account = await stranger(email)
    expect((await admin.ask('POST', '/api/admin/erasures', { email })).json()).toEqual({ erased: true })
    await expect.poll(() => prayers(email), longTimeout).toEqual([])
    await expect.poll(() => tablesWith(app.database.pool, 'canary'), longTimeout).toEqual([])
    expect(await account.user()).toBeNull()
  })

  it('is the only one to use it can delete everything under it', async () => {
    const account = await app.account()
    await account.ask('POST', '/api/prayers', { firstName: 'Ruth', prayer: 'Canary-own', email: account.email })
    await account.ask('POST', '/api/profile/deletion', { email: account.email })
    await app.eraseDue(inADay())
    await expect.poll(() => tablesWith(app.database.pool, 'canary'), longTimeout).toEqual([])
    expect(await app.core.subjects.find(account.email)).toBeNull()
  })

  it('is interrupted by a crash, is fully deleted by the next run', async () => {
    const email = `${randomUUID()}@example.org`
    const account = await stranger(email)
    await account.ask('POST', '/api/profile/deletion', { email })
    const { accounts } = app.core
    const { eraseById } = accounts
    accounts.eraseById = () => Promise.reject(new Error('the process died here'))
    await expect(app.eraseDue(inADay())).rejects.toThrow('died here')
    accounts.eraseById = eraseById
    await expect
      .poll(async () => (await app.database.knex('app.accounts').where({ user_id: account.id })).length, {})
      .toBe(0)
    await expect.poll(() => prayers(email), longTimeout).toEqual(['For my mother.'])
    expect((await app.account(email)).id).not.toBe(account.id)
  })
})

it('a rebuild gives the same tables', async () => {
  await expect.poll(async () => app.reached((await app.core.log.head()) ?? ''), longTimeout).toBe(true)
  await copyLive(app.database.pool, 'before')
  await rebuild({ ...app.core, pool: app.database.pool })
  const differing = Object.entries(await compareSchemas(app.database.pool, 'read', 'before'))
  expect(differing.filter(([, rows]) => rows > 0)).toEqual([])
})
