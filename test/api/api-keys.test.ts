import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { createOffice, instant, type Office } from '../support/app/office.ts'

const later = '2027-06-30'
const refusal =
  'This API key does not work: it is mistyped, has ended or was revoked. Ask an administrator for a new one.'

/** An office with ways to issue keys, and to call as a program. */
async function withKeys(options?: Parameters<typeof createOffice>[0]) {
  const office = await createOffice(options)
  const { as, app, admin } = office
  const lastDay = new Date(Date.now() + 30 * 24 * 3_600_000).toISOString().slice(0, 10)
  const ask = (body: object = {}, by = admin, headers = {}) =>
    as(by, 'POST', 'api-keys', { name: 'Phone bank', rights: ['volunteers'], lastDay, ...body }, headers)
  const issue = async (body: object = {}, by = admin): Promise<{ id: number; secret: string }> =>
    (await ask(body, by)).json()
  const call = (secret: string, url: string, { method = 'GET', payload, headers }: Call = {}) =>
    app.inject({
      ...{ method, url: url.startsWith('/') ? url : `/api/admin/${url}` },
      ...(payload && { payload }),
      headers: { authorization: `Bearer ${secret}`, ...headers },
    })
  const revoke = (id: number, by = admin) => as(by, 'POST', `api-keys/${id}/revoke`, { reason: null })
  const listed = async () => (await as(admin, 'GET', 'api-keys')).json()
  return { ...office, lastDay, ask, issue, call, revoke, listed }
}
type Call = { method?: 'GET' | 'POST' | 'PUT' | 'DELETE'; payload?: object; headers?: { [name: string]: string } }

const ada = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.org', phone: '555-0100', zipCode: '47901' }
const byPhone = { entrySource: 'phone call', entryDay: '2026-05-01', ...ada }
const enter = { method: 'POST', payload: byPhone } as const

/** Whatever a table of the database holds, as text. */
async function everyText({ database }: Office): Promise<string> {
  const { rows } = await database.pool.query<{ name: string }>(
    "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('app', 'eventlog', 'read')",
  )
  const texts = await Promise.all(
    rows.map(async ({ name }) => (await database.pool.query(`SELECT t::text AS line FROM ${name} AS t`)).rows),
  )
  return JSON.stringify(texts)
}

describe('an API key', () => {
  it('opens what its rights open from the next request on, and nothing else', async () => {
    const { issue, call, listed } = await withKeys()
    const { id, secret } = await issue()
    expect(secret).toMatch(/^campaign_key_[\w-]{43}$/)
    expect((await call(secret, 'volunteers')).statusCode).toBe(200)
    expect((await call(secret, 'volunteers', enter)).statusCode).toBe(201)
    for (const url of ['users', 'exports/volunteers', 'api-keys', 'actions'])
      expect((await call(secret, url)).json().message).toMatch(/^This API key may not do this\./)
    expect(await listed()).toEqual([
      {
        ...{ id, name: 'Phone bank', rights: ['volunteers'], issuedBy: 'Naomi Moab', state: 'works' },
        ...{ issuedAt: instant, until: instant, lastUsedAt: instant },
      },
    ])
  })

  it('no longer gets the file that is being sent once it is revoked', async () => {
    const { issue, revoke, app } = await withKeys()
    const { id, secret } = await issue({ rights: ['volunteers', 'export'] })
    const headers = { authorization: `Bearer ${secret}` }
    const config = { url: '/', method: 'GET', policy: { right: ['volunteers', 'export'] } }
    const routeOptions = { config } as Partial<FastifyRequest['routeOptions']> as FastifyRequest['routeOptions']
    const request = { headers, routeOptions } as Partial<FastifyRequest> as FastifyRequest
    // As whileAllowed asks every two seconds.
    expect((await app.personOf(request))?.rights.has('export')).toBe(true)
    await revoke(id)
    expect(await app.personOf(request)).toBeNull()
  })

  it('asks for no fresh proof and no page of ours', async () => {
    const { issue, call, database } = await withKeys()
    const { secret } = await issue({ rights: ['volunteers', 'export'] })
    await database.pool.query("UPDATE app.sessions SET created_at = now() - interval '11 minutes'")
    expect((await call(secret, 'exports/volunteers?format=csv')).statusCode).toBe(200)
    const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' }
    expect((await call(secret, 'volunteers', { headers: elsewhere })).statusCode).toBe(200)
  })

  it('is shown once and stored nowhere: not in the log, in a table, or for a repeat', async () => {
    const office = await withKeys()
    const headers = { 'idempotency-key': 'one-key' }
    const first = await office.ask({}, office.admin, headers)
    const { secret } = first.json()
    const again = await office.ask({}, office.admin, headers)
    expect([first.statusCode, again.statusCode, again.json().message]).toEqual([
      ...[201, 409, expect.stringMatching(/^This API key was issued already, and is shown only once\./)],
    ])
    await office.call(secret, 'volunteers')
    const log = JSON.stringify(await office.log.readAll(null, 1000))
    const texts = `${log} ${await everyText(office)} ${JSON.stringify(await office.listed())}`
    expect(texts).not.toContain(secret)
    expect(texts).toContain(createHash('sha256').update(secret).digest('hex'))
    expect(log).not.toContain(createHash('sha256').update(secret).digest('hex'))
  })

  it('gets no preview and no test of a mail, which hold a link of the person who asks', async () => {
    const { issue, call } = await withKeys()
    const { secret } = await issue({ rights: ['drafts'] })
    const mail = { kind: 'composed', name: 'May', subject: 'Thursday', body: 'Come.', segmentIds: ['donors'] }
    for (const url of ['preview', 'test']) {
      const answer = await call(secret, `/api/email-campaigns/${url}`, { method: 'POST', payload: mail })
      expect([answer.statusCode, answer.json().message]).toEqual([
        403,
        'Previews and tests are written to the person who asks for them, so an API key gets none.',
      ])
    }
  })

  it('that is revoked while it is being issued does not work', async () => {
    const office = await withKeys()
    const { ask, call, revoke, listed, apiKeys } = office
    const { issue } = apiKeys
    const reached = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    apiKeys.issue = async (key) => {
      reached.resolve()
      await gate.promise
      return issue(key)
    }
    const issuing = ask()
    await reached.promise
    const revoking = revoke(1)
    gate.resolve()
    const { secret } = (await issuing).json()
    expect((await revoking).statusCode).toBe(204)
    expect((await call(secret, 'volunteers')).statusCode).toBe(401)
    expect(await listed()).toMatchObject([{ state: 'revoked' }])
  })

  it('is issued with a fresh proof, and revoked without', async () => {
    const { ask, issue, revoke, call, database } = await withKeys()
    const { id, secret } = await issue()
    await database.pool.query("UPDATE app.sessions SET created_at = now() - interval '11 minutes'")
    const refused = await ask({ name: 'Another' })
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'proof-needed'])
    expect((await revoke(id)).statusCode).toBe(204)
    expect((await call(secret, 'volunteers')).statusCode).toBe(401)
  })

  it.each([
    [{ rights: [] }, 'rights', 'Choose at least one right.'],
    [{ rights: ['grants'] }, 'rights.0', expect.stringMatching(/^A key can hold console, colleagues/)],
    [{ rights: ['accounts'] }, 'rights.0', expect.stringMatching(/^A key can hold/)],
    [{ rights: ['volunteers', 'constructor'] }, 'rights.1', expect.stringMatching(/^A key can hold/)],
    [{ rights: 'volunteers' }, 'rights', expect.any(String)],
    [{ name: ' ' }, 'name', 'This field is required.'],
    [{ name: 'x'.repeat(61) }, 'name', expect.any(String)],
    [{ lastDay: undefined }, 'lastDay', 'Use a date like 2026-11-03.'],
    [{ lastDay: '2027-02-30' }, 'lastDay', expect.any(String)],
    [{ secret: 'mine' }, 'secret', expect.any(String)],
  ])('is refused as %j', async (body, path, message) => {
    const { ask, eventTypes } = await withKeys()
    const answer = await ask(body)
    expect([answer.statusCode, answer.json().errors[0]]).toEqual([400, { path, message }])
    expect(await eventTypes()).not.toContain('ApiKeyIssued')
  })

  it('is refused with a last day that has passed or is too far away, and with the name of another one', async () => {
    const { ask, issue } = await withKeys()
    const why = async (body: object) => (await ask(body)).json().message
    expect(await why({ lastDay: '2020-01-01' })).toBe('The last day of a key must be today or later.')
    expect(await why({ lastDay: '2099-01-01' })).toBe(
      'The last day of a key must be within a year. Issue a new key then.',
    )
    await issue()
    expect(await why({})).toBe('There is an API key named “Phone bank”. Choose another name.')
    expect((await ask({ rights: ['news', 'news'], name: 'News' })).statusCode).toBe(201)
  })

  it('may have the name of one that was revoked or stopped, and is told apart by its number', async () => {
    const { issue, ask, call, signUpAdmin, put, revoke, listed, get } = await withKeys()
    const dinah = await signUpAdmin('Dinah')
    const first = await issue({}, dinah)
    expect((await call(first.secret, 'volunteers', enter)).statusCode).toBe(201)
    await put(dinah.id, { isAdmin: false })
    const second = await issue()
    expect((await call(second.secret, 'users')).statusCode).toBe(403)
    expect((await ask()).statusCode).toBe(409)
    const names = async () => (await listed()).map(({ name, state }: { name: string; state: string }) => [name, state])
    const [stopped, works] = ['Phone bank (no. 1)', 'Phone bank (no. 2)']
    expect(await names()).toEqual([
      [works, 'works'],
      [stopped, 'stopped'],
    ])
    const actors = async () =>
      (await get('actions')).actions.flatMap(({ actor }: { actor: { kind: string; name: string } }) =>
        actor.kind === 'api-key' ? [actor.name] : [],
      )
    await expect.poll(actors).toEqual([`API key ${works}`, `API key ${stopped}`])
    await revoke(second.id)
    expect((await ask({ name: 'phone BANK' })).statusCode).toBe(201)
    expect((await names())[0]).toEqual(['phone BANK (no. 3)', 'works'])
  })

  it('is issued by no one without the right, and by no program', async () => {
    const { ask, issue, call, signUp, as } = await withKeys()
    const ruth = await signUp('Ruth')
    expect((await ask({}, ruth)).statusCode).toBe(403)
    expect((await as(ruth, 'GET', 'api-keys')).statusCode).toBe(403)
    const { secret } = await issue({ rights: ['console', 'export', 'settings', 'erase'] })
    const payload = { name: 'Another', rights: ['erase'], lastDay: later }
    expect((await call(secret, 'api-keys', { method: 'POST', payload })).statusCode).toBe(403)
    expect((await call(secret, 'api-keys/1/revoke', { method: 'POST', payload: {} })).statusCode).toBe(403)
  })
})

describe('a key that does not work', () => {
  const answerTo = async (answer: Awaited<ReturnType<Awaited<ReturnType<typeof withKeys>>['call']>>) => {
    const { statusCode, headers } = answer
    return [statusCode, answer.json(), headers['www-authenticate'], headers['cache-control']]
  }
  const refused = [401, { message: refusal }, 'Bearer', 'no-store']

  it('is answered the same way, whatever is wrong with it', async () => {
    const { issue, call, revoke, database, app } = await withKeys()
    const [ended, revoked, works] = await Promise.all(['One', 'Two', 'Three'].map((name) => issue({ name })))
    await database.pool.query('UPDATE app.api_keys SET until = now() WHERE id = $1', [ended?.id])
    await revoke(revoked?.id ?? 0)
    const wrong = [
      ended?.secret,
      revoked?.secret,
      `${works?.secret}x`,
      'campaign_key_',
      `campaign_key_${'A'.repeat(43)}`,
    ]
    for (const secret of [...wrong, '', ' ', 'Ä', 'x'.repeat(5000)])
      expect(await answerTo(await call(String(secret), 'volunteers'))).toEqual(refused)
    for (const authorization of ['Bearer', 'bearer ', `Bearer\t${works?.secret}x`, `BEARER ${ended?.secret}`]) {
      const answer = await app.inject({ url: '/api/admin/volunteers', headers: { authorization } })
      expect(await answerTo(answer)).toEqual(refused)
    }
  })

  it('is one of an admin who is banned, demoted or deleted, for good', async () => {
    const { as, admin, issue, call, signUpAdmin, put, remove, listed, ban, database } = await withKeys()
    const [dinah, ruth] = [await signUpAdmin('Dinah'), await signUpAdmin('Ruth')]
    const { secret } = await issue({}, dinah)
    const other = await issue({ name: 'Of Ruth' }, ruth)
    expect((await call(secret, 'volunteers')).statusCode).toBe(200)
    expect((await put(dinah.id, { isAdmin: false })).statusCode).toBe(200)
    expect(await answerTo(await call(secret, 'volunteers'))).toEqual(refused)
    expect((await put(dinah.id, { isAdmin: true })).statusCode).toBe(200)
    expect(await answerTo(await call(secret, 'volunteers'))).toEqual(refused)
    expect((await call(other.secret, 'volunteers')).statusCode).toBe(200)
    // A row that a crash left behind opens nothing.
    await database.pool.query('UPDATE app.accounts SET is_banned = true WHERE user_id = $1', [ruth.id])
    expect(await answerTo(await call(other.secret, 'volunteers'))).toEqual(refused)
    await database.pool.query('UPDATE app.accounts SET is_banned = false WHERE user_id = $1', [ruth.id])
    await put(ruth.id, { isAdmin: false })
    await ban(ruth.id, { banned: true })
    expect((await remove(`${ruth.id}`)).statusCode).toBe(204)
    expect(await answerTo(await call(other.secret, 'volunteers'))).toEqual(refused)
    expect((await database.pool.query('SELECT FROM app.api_keys WHERE user_id = $1', [ruth.id])).rowCount).toBe(0)
    const states = (await listed()).map(({ name, state }: { name: string; state: string }) => [name, state])
    expect(states).toEqual([
      ['Of Ruth', 'stopped'],
      ['Phone bank', 'stopped'],
    ])
    expect((await as(admin, 'GET', 'volunteers')).statusCode).toBe(200)
  })

  it('counts against its address, and stops no right one', async () => {
    const { issue, call } = await withKeys({ rateLimits: 'on' })
    const { secret } = await issue()
    const statuses = new Map<number, number>()
    for (let nth = 0; nth < 65; nth++) {
      const { statusCode } = await call('wrong', 'volunteers')
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    }
    expect(statuses).toEqual(
      new Map([
        [401, 60],
        [429, 5],
      ]),
    )
    expect((await call(secret, 'volunteers')).statusCode).toBe(200)
  })

  it('is any key on an address for everyone, or for people who signed in', async () => {
    const { issue, call } = await withKeys()
    const { secret } = await issue()
    expect((await call(secret, '/api/auth/sessions')).json()).toEqual({ message: 'Please log in first.' })
    expect((await call('wrong', '/api/prayers')).statusCode).toBe(200)
    expect((await call(secret, '/api/auth/status')).json().isAuthenticated).toBe(false)
    expect((await call('x', 'volunteers?key=x')).statusCode).toBe(401)
    const inQuery = await call(secret, `volunteers?key=${secret}`)
    expect([inQuery.statusCode, inQuery.body.includes(secret)]).toEqual([400, false])
  })
})

describe('a request with a key', () => {
  it('has the limit of the key, which other programs and people do not share', async () => {
    const { issue, call, as, admin, database } = await withKeys({ rateLimits: 'on' })
    const [one, two] = [await issue(), await issue({ name: 'Website' })]
    expect((await call(one.secret, 'volunteers')).statusCode).toBe(200)
    await database.pool.query('UPDATE app.rate_limits SET taken = 600')
    const beyond = await call(one.secret, 'volunteers')
    expect([beyond.statusCode, Number(beyond.headers['retry-after'])]).toEqual([429, expect.any(Number)])
    // A refused request counts as well.
    expect((await call(one.secret, 'users')).statusCode).toBe(429)
    expect((await call(two.secret, 'volunteers')).statusCode).toBe(200)
    expect((await as(admin, 'GET', 'volunteers')).statusCode).toBe(200)
  })

  it('is by the program alone, whatever session it carries beside', async () => {
    const { issue, call, admin, revoke } = await withKeys()
    const { id, secret } = await issue()
    const headers = { cookie: admin.cookie }
    expect((await call(secret, 'users', { headers })).statusCode).toBe(403)
    expect((await call(secret, 'volunteers', { headers })).statusCode).toBe(200)
    await revoke(id)
    expect((await call(secret, 'volunteers', { headers })).statusCode).toBe(401)
    // Of a proxy in front of the site.
    expect((await call('', 'users', { headers: { ...headers, authorization: 'Basic bmFvbWk6eA==' } })).statusCode).toBe(
      200,
    )
  })

  it('shares no kept answer with a person or with another key', async () => {
    const { issue, call, as, admin } = await withKeys()
    const [one, two] = [await issue(), await issue({ name: 'Website' })]
    const headers = { 'idempotency-key': 'one-volunteer' }
    const first = await call(one.secret, 'volunteers', { ...enter, headers })
    const again = await call(one.secret, 'volunteers', { ...enter, headers })
    expect([first.statusCode, again.statusCode, again.json()]).toEqual([201, 201, first.json()])
    expect((await call(two.secret, 'volunteers', { ...enter, headers })).statusCode).toBe(422)
    expect((await as(admin, 'POST', 'volunteers', byPhone, headers)).statusCode).toBe(422)
  })

  it('is recorded when it is refused, also after the same attempt with another key of the same issuer', async () => {
    const { issue, call, get } = await withKeys()
    const [one, two] = [await issue(), await issue({ name: 'Website' })]
    for (const { secret } of [one, one, two]) expect((await call(secret, 'users')).statusCode).toBe(403)
    const refused = async () => {
      const { actions } = await get('actions?filter=action:refused%20attempt')
      return actions.map(({ actor }: { actor: { name: string } }) => actor.name).sort()
    }
    await expect.poll(refused).toEqual(['API key Phone bank', 'API key Website'])
  })

  it('stands in Actions, histories and their file as itself', async () => {
    const { issue, call, revoke, get, as, admin } = await withKeys()
    const { id, secret } = await issue()
    const entered = (await call(secret, 'volunteers', enter)).json()
    await as(admin, 'PUT', `volunteers/${entered.id}`, { ...ada, phone: '555-0101' })
    await call(secret, 'users')
    await revoke(id)
    const told = { kind: 'api-key', id, name: 'API key Phone bank' }
    const history: { type: string; actor: object }[] = await get(`history/volunteers/${entered.id}`)
    expect(history.map(({ actor }) => actor)).toEqual([told, { kind: 'admin', id: admin.id, name: 'Naomi Moab' }])
    type Action = { action: string; actor: { name: string }; admin: object | null; details: object }
    const named = async (query: string) =>
      (await get(`actions?${query}`)).actions.map(({ action, actor }: Action) => `${action}: ${actor.name}`)
    const ofKey = ['Refused attempt: API key Phone bank', 'Enter volunteer: API key Phone bank']
    expect(await named(`filter=admin:key-${id}`)).toEqual(ofKey)
    expect(await named('q=phone%20bank')).toEqual(ofKey)
    expect(await named(`filter=admin:${admin.id}`)).toEqual([
      ...['Revoke API key: Naomi Moab', 'Correct volunteer: Naomi Moab', 'Issue API key: Naomi Moab'],
    ])
    const { actions }: { actions: Action[] } = await get('actions')
    expect(actions.find(({ action }) => action === 'Enter volunteer')).toMatchObject({ actor: told, admin: null })
    expect(actions.find(({ action }) => action === 'Issue API key')?.details).toEqual({
      ...{ event: 'ApiKeyIssued', apiKeyId: id, name: 'Phone bank', rights: ['volunteers'], until: instant },
    })
    const file = await as(admin, 'GET', 'exports/actions?format=csv')
    expect(file.body).toContain('API key Phone bank')
  })
})
