import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { App } from '../../backend/app.ts'
import { applyAccount, decideAboutUser } from '../../backend/commands/auth/rights.ts'
import { apiKeyStream, apiKeys } from '../../backend/domain/accounts/api-keys.ts'
import { staffSetStream, staffSets } from '../../backend/domain/accounts/staff-sets.ts'
import { type UserEvent, userStream, users } from '../../backend/domain/accounts/users.ts'
import { connect } from '../../backend/kernel/database/connect.ts'
import { systemContext } from '../../backend/kernel/eventlog/command-context.ts'
import { createTestApp } from '../support/app/app.ts'
import { signUpAt, strongPassword } from '../support/app/sign-up.ts'
import { createProjectedDatabase } from '../support/database/database.ts'
import { productLogs, startLog } from '../support/log/product-logs.ts'
import { longTimeouts, pollTimeout } from '../support/run/timeouts.ts'

vi.setConfig(longTimeouts)

const secret = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA='

describe.each(productLogs)('rights in two processes on one database, with the log in %s', (productLog) => {
  const cleanUps: (() => Promise<void>)[] = []
  const whenDone = (cleanUp: () => Promise<void>) => void cleanUps.push(cleanUp)
  let apps: [App, App]
  let chief: string

  beforeAll(async () => {
    const database = await createProjectedDatabase(whenDone)
    const second = connect(database.url)
    const log = await startLog(productLog)
    whenDone(async () => log.close())
    whenDone(second.close)
    const start = (connection: typeof database) =>
      createTestApp({
        identity: 'real',
        log,
        runs: 'everything',
        database: connection,
        env: { APP_SECRET: secret },
        whenDone,
      })
    const [one, two] = [await start(database), await start(second)]
    apps = [one, two]
    chief = await signUpAt(one, 'chief@example.org', two.firstAdminToken)
  })
  afterAll(async () => {
    for (const cleanUp of cleanUps.reverse()) await cleanUp()
  })

  const call = (at: 0 | 1, cookie: string, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
    apps[at].http.inject({
      method,
      url: `/api/${url}`,
      headers: { 'sec-fetch-site': 'same-origin', cookie },
      ...(payload && { payload }),
    })
  const whoIs = async (at: 0 | 1, cookie: string): Promise<{ id: number; isAdmin: boolean } | null> =>
    (await call(at, cookie, 'GET', 'auth/status')).json().user
  async function person(name: string) {
    const cookie = await signUpAt(apps[0], `${name}@example.org`)
    return { id: (await whoIs(0, cookie))?.id ?? 0, cookie }
  }
  async function prove(userId: number) {
    const [{ core }] = apps
    await core.handle(users, userStream(userId), { type: 'VerifyUserEmail', data: { userId } }, systemContext())
    await applyAccount(core, userId)
  }
  async function anotherAdmin(name: string) {
    const { id } = await person(name)
    await prove(id)
    expect((await call(0, chief, 'PUT', `admin/users/${id}`, { isAdmin: true })).statusCode).toBe(200)
    const email = `${name}@example.org`
    const { cookies } = await call(1, '', 'POST', 'auth/login', { email, password: strongPassword })
    return { id, cookie: `session=${cookies.find((one) => one.name === 'session')?.value}` }
  }
  const typesOf = async (id: number) =>
    (await apps[0].core.decode<UserEvent>(await apps[0].core.log.readStream(userStream(id)))).map(({ type }) => type)

  it('a key works at both until it is revoked at one, also while it is used', async () => {
    const lastDay = new Date(Date.now() + 5 * 24 * 3_600_000).toISOString().slice(0, 10)
    const asked = { name: 'Phone bank', rights: ['volunteers'], lastDay }
    const { id, secret } = (await call(0, chief, 'POST', 'admin/api-keys', asked)).json()
    const use = async (at: 0 | 1) => {
      const headers = { authorization: `Bearer ${secret}` }
      return (await apps[at].http.inject({ url: '/api/admin/volunteers', headers })).statusCode
    }
    expect([await use(0), await use(1)]).toEqual([200, 200])
    const during = Array.from({ length: 20 }, (_, nth) => use(nth % 2 === 0 ? 0 : 1))
    const revoked = await call(0, chief, 'POST', `admin/api-keys/${id}/revoke`, { reason: null })
    expect(revoked.statusCode).toBe(204)
    expect([await use(0), await use(1)]).toEqual([401, 401])
    for (const status of await Promise.all(during)) expect([200, 401]).toContain(status)
  })

  it('a key that a process revoked before it died is ended by a reactor', async () => {
    const lastDay = new Date(Date.now() + 5 * 24 * 3_600_000).toISOString().slice(0, 10)
    const asked = { name: 'Website', rights: ['news'], lastDay }
    const { id, secret } = (await call(0, chief, 'POST', 'admin/api-keys', asked)).json()
    const [{ core }] = apps
    const revoke = { type: 'RevokeApiKey', data: { apiKeyId: id, reason: null } } as const
    await core.handle(apiKeys, apiKeyStream, revoke, systemContext())
    await expect.poll(() => core.apiKeys.holderOf(secret), pollTimeout).toBeNull()
  })

  it('a ban at one counts at the very next request to the other', async () => {
    const ruth = await person('ruth')
    expect(await whoIs(1, ruth.cookie)).not.toBeNull()
    const ban = { banned: true, reason: 'Spam' }
    expect((await call(0, chief, 'POST', `admin/users/${ruth.id}/ban`, ban)).statusCode).toBe(200)
    expect(await whoIs(1, ruth.cookie)).toBeNull()
  })

  it('a demotion too', async () => {
    const boaz = await anotherAdmin('boaz')
    expect((await call(1, boaz.cookie, 'GET', `admin/users/${boaz.id}`)).statusCode).toBe(200)
    expect((await call(0, chief, 'PUT', `admin/users/${boaz.id}`, { isAdmin: false })).statusCode).toBe(200)
    expect((await call(1, boaz.cookie, 'GET', `admin/users/${boaz.id}`)).statusCode).toBe(401)
  })

  it('what a process appended before it died, a reactor applies', async () => {
    const anna = await person('anna')
    const [{ core }] = apps
    const asked = { by: null, activeAdmins: 1, now: new Date().toISOString() }
    const data = { userId: anna.id, reason: null, until: null, asked }
    await core.handle(users, userStream(anna.id), { type: 'BanUser', data }, systemContext())
    await expect.poll(() => whoIs(1, anna.cookie), pollTimeout).toBeNull()
  })

  it('an expired ban is lifted once, although both processes look', async () => {
    const dinah = await person('dinah')
    const until = new Date(Date.now() + 3_600_000)
    const ban = { banned: true, until: until.toISOString() }
    await call(0, chief, 'POST', `admin/users/${dinah.id}/ban`, ban)
    await apps[0].database.pool.query('UPDATE app.accounts SET banned_until = now() WHERE user_id = $1', [dinah.id])
    await Promise.all(apps.map(({ endBans }) => endBans(until)))
    expect(await typesOf(dinah.id)).toEqual(['UserRegistered', 'UserBanned', 'UserUnbanned'])
  })

  it('a role that one process gives or takes counts at the very next request to the other', async () => {
    const { id } = await person('levi')
    await prove(id)
    const role = { role: 'moderator', reason: 'Reads prayers.' }
    expect((await call(0, chief, 'POST', `admin/users/${id}/roles`, role)).statusCode).toBe(200)
    const email = 'levi@example.org'
    const { cookies } = await call(1, '', 'POST', 'auth/login', { email, password: strongPassword })
    const cookie = `session=${cookies.find((one) => one.name === 'session')?.value}`
    for (const at of [0, 1, 0, 1] as const) {
      expect((await call(at, cookie, 'GET', 'admin/prayers')).statusCode).toBe(200)
      const other = at === 0 ? 1 : 0
      const editor = { role: 'editor', reason: 'Writes news.' }
      expect((await call(other, chief, 'POST', `admin/users/${id}/roles`, editor)).statusCode).toBe(200)
      expect((await call(at, cookie, 'GET', 'admin/news')).statusCode).toBe(200)
      expect((await call(other, chief, 'POST', `admin/users/${id}/roles/revoke`, editor)).statusCode).toBe(200)
      expect((await call(at, cookie, 'GET', 'admin/news')).statusCode).toBe(403)
    }
  })

  it('a role of the campaign’s own that one process changes or removes counts at the very next request to the other', async () => {
    const { id } = await person('asher')
    await prove(id)
    const desk = { name: 'Prayer desk', rights: ['console', 'prayers'] }
    let set = (await call(0, chief, 'POST', 'admin/staff-sets', desk)).json()
    expect((await call(1, chief, 'POST', `admin/users/${id}/roles`, { role: set.key })).statusCode).toBe(200)
    const { cookies } = await call(1, '', 'POST', 'auth/login', {
      email: 'asher@example.org',
      password: strongPassword,
    })
    const cookie = `session=${cookies.find((one) => one.name === 'session')?.value}`
    const reach = async (at: 0 | 1) =>
      Promise.all(['prayers', 'news'].map(async (url) => (await call(at, cookie, 'GET', `admin/${url}`)).statusCode))
    for (const at of [0, 1, 0, 1] as const) {
      const other = at === 0 ? 1 : 0
      const change = async (rights: string[]) => {
        const { name, revision } = set
        const answer = await call(other, chief, 'PUT', `admin/staff-sets/${set.id}`, { name, revision, rights })
        expect(answer.statusCode, answer.body).toBe(200)
        set = answer.json()
      }
      expect(await reach(at)).toEqual([200, 403])
      await change(['console', 'news'])
      expect(await reach(at)).toEqual([403, 200])
      await change(['console', 'prayers'])
    }
    const reason = { reason: 'Closed.' }
    expect((await call(0, chief, 'POST', `admin/staff-sets/${set.id}/remove`, reason)).statusCode).toBe(204)
    expect(await reach(1)).toEqual([403, 403])
  })

  it('of two roles of one name that two processes make at the same moment, one is made', async () => {
    const desk = { name: 'Press desk', rights: ['console', 'news'] }
    const answers = await Promise.all([
      call(0, chief, 'POST', 'admin/staff-sets', desk),
      call(1, chief, 'POST', 'admin/staff-sets', desk),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
  })

  it('a role of the campaign’s own that a process removed before it died is ended by a reactor', async () => {
    const set = (
      await call(0, chief, 'POST', 'admin/staff-sets', { name: 'Short', rights: ['console', 'news'] })
    ).json()
    const [{ core }] = apps
    const removal = { type: 'RemoveStaffSet', data: { setId: set.id, reason: 'Closed.' } } as const
    await core.handle(staffSets, staffSetStream, removal, systemContext())
    const rightsNow = async () => (await core.staffSets.all()).find(({ key }) => key === set.key)?.rights
    await expect.poll(rightsNow, pollTimeout).toBeNull()
  })

  it('of two admins who demote each other at the same moment, exactly one succeeds', async () => {
    const esau = await anotherAdmin('esau')
    const chiefId = (await whoIs(0, chief))?.id
    const answers = await Promise.all([
      call(0, chief, 'PUT', `admin/users/${esau.id}`, { isAdmin: false }),
      call(1, esau.cookie, 'PUT', `admin/users/${chiefId}`, { isAdmin: false }),
    ])
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(await apps[1].core.accounts.admins()).toHaveLength(1)
  })

  const rounds = productLog === 'postgres' ? 100 : 10
  it(`of two last admins who demote each other ${rounds} times, one is left each time`, async () => {
    const [{ core: one }, { core: two }] = apps
    const left = await one.accounts.admins()
    const ids = [(await person('hagar')).id, (await person('zilpah')).id] as const
    const asSystem = async (userId: number, type: 'GrantAdmin' | 'RevokeAdmin') =>
      decideAboutUser(one, userId, null, (asked) => ({ type, data: { userId, asked } }), systemContext())
    for (const id of ids) {
      await prove(id)
      await asSystem(id, 'GrantAdmin')
    }
    for (const { userId } of left) await asSystem(userId, 'RevokeAdmin')
    const demotion = (core: App['core'], userId: number, by: number) =>
      decideAboutUser(core, userId, by, (asked) => ({ type: 'RevokeAdmin', data: { userId, asked } }), systemContext())
    for (let round = 0; round < rounds; round++) {
      const outcomes = await Promise.allSettled([demotion(one, ids[1], ids[0]), demotion(two, ids[0], ids[1])])
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const admins = await two.accounts.admins()
      expect(admins).toHaveLength(1)
      const [winner] = admins
      await expect(asSystem(winner?.userId ?? 0, 'RevokeAdmin')).rejects.toThrow(/last active administrator/)
      await asSystem(winner?.userId === ids[0] ? ids[1] : ids[0], 'GrantAdmin')
    }
  })
})
