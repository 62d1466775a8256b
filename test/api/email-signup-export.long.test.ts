import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { noSource } from '../../contract/sources.ts'
import { emailSignup } from '../../records/email-signups.ts'
import { valuesIn } from '../../records/values.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { pollTimeout } from '../support/run/timeouts.ts'

const url = '/api/admin/emails/export'
const admin = { as: 'admin' } as const
const join = ({ post }: TestApp, email: string, firstName?: string) => post('/api/email-signup', { email, firstName })

/** Enough rows to fill every buffer on the way to a client that does not read. */
const fill = ({ database: { pool } }: TestApp, rows = 20_000) =>
  pool.query(
    `DROP INDEX read.email_signups_search;
     INSERT INTO read.email_signups (id, email, first_name, created_at, is_erased, subject)
     SELECT id, 'person' || id || '@example.org', repeat('Ruth ', 200), now(), false, gen_random_uuid()
     FROM generate_series(1, ${rows}) AS id`,
  )

/** Starts a download over a real connection and reads nothing of it yet. */
async function download({ app }: TestApp, format: string): Promise<IncomingMessage> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  const headers = { cookie: 'session=admin', 'sec-fetch-site': 'same-origin' }
  const request = get({
    host: '127.0.0.1',
    port: typeof address === 'object' ? address?.port : null,
    path: `${url}?format=${format}`,
    headers,
    agent: false,
  })
  const [answer] = await once(request, 'response')
  return answer
}

/** PostgreSQL tells the beginning of a query only: the fields that the file has. */
const reading = async ({ database: { pool } }: TestApp) => {
  const { rows } = await pool.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND state <> 'idle' AND query LIKE '%"first_name"%'`,
  )
  return rows.map(({ pid }) => pid)
}
const cutOff = (answer: IncomingMessage) => text(answer).catch((error: Error) => error)

describe('the mailing list as a file', () => {
  it('is CSV with a header row, safe for spreadsheets, without erased people', async () => {
    const app = await createTestApp()
    await join(app, 'ruth@example.org', 'Ruth, "the" gleaner')
    await join(app, 'naomi@example.org', '=HYPERLINK("https://evil.example")')
    await join(app, '+adam@example.org')
    await join(app, 'gone@example.org', 'Gone')
    await app.post('/api/admin/erasures', { email: 'gone@example.org' }, admin)
    const answer = await app.get(`${url}?format=csv`, admin)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="email-signups.csv"',
      'cache-control': 'no-store',
    })
    const told = answer.body.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then').split('\r\n')
    // Sources follow (test/api/sources.test.ts); these sign-ups have none.
    expect(told.map((row) => row.replace(/(,First source: .*|(,|Not recorded)+)$/, ''))).toEqual([
      '\uFEFFId,Email,First name,Last name,Phone,Address,City,State,ZIP code,Tags,District share,Signed up at,Email consent,Consent reason,Consent since',
      '1,ruth@example.org,"Ruth, ""the"" gleaner",,,,,,,,unknown,then,yes,signed up,then',
      `2,naomi@example.org,"'=HYPERLINK(""https://evil.example"")",,,,,,,,unknown,then,yes,signed up,then`,
      `3,'+adam@example.org,,,,,,,,,unknown,then,yes,signed up,then`,
      '',
    ])
  })

  it('is JSON with every name as it was entered', async () => {
    const app = await createTestApp()
    expect((await app.get(`${url}?format=json`, admin)).json()).toEqual([])
    await join(app, 'ruth@example.org', '=1+1')
    await join(app, 'naomi@example.org')
    const answer = await app.get(`${url}?format=json`, admin)
    expect(answer.headers['content-disposition']).toBe('attachment; filename="email-signups.json"')
    const consent = { emailConsent: 'yes', consentReason: 'signed up', consentSince: expect.any(String) }
    const none = { districtShare: null, firstSource: noSource, actSource: noSource, viewId: null, wording: null }
    const said = (words: { email: string; firstName?: string }) => ({
      ...valuesIn(emailSignup, words),
      createdAt: expect.any(String),
    })
    expect(answer.json()).toEqual([
      { id: 1, ...said({ email: 'ruth@example.org', firstName: '=1+1' }), ...none, ...consent },
      { id: 2, ...said({ email: 'naomi@example.org' }), ...none, ...consent },
    ])
  })

  it('is an action of the admin, with the format and without an address', async () => {
    const app = await createTestApp()
    await app.registerPeople()
    await app.get(`${url}?format=csv`, admin)
    expect((await app.events()).at(-1)).toMatchObject({
      type: 'EmailSignupsExported',
      data: { format: 'csv' },
      metadata: { actor: { kind: 'admin', id: 1 } },
    })
    expect((await app.get('/api/admin/actions', admin)).json().actions).toMatchObject([
      { action: 'Export email signups', admin: { firstName: 'Ada' }, details: { event: 'EmailSignupsExported' } },
    ])
  })

  it('arrives whole when it is larger than any buffer', async () => {
    const app = await createTestApp()
    await fill(app)
    const body = await text(await download(app, 'json'))
    expect(JSON.parse(body)).toHaveLength(20_000)
    expect(await reading(app)).toEqual([])
  })

  it.each(['csv', 'json'])('that is truncated never looks complete: %s', async (format) => {
    const app = await createTestApp()
    await fill(app)
    const answer = await download(app, format)
    // JSON begins with a bracket, before the first row is read.
    await expect.poll(() => reading(app), pollTimeout).toHaveLength(1)
    await app.database.pool.query('SELECT pg_terminate_backend($1)', await reading(app))
    expect(await cutOff(answer)).toMatchObject({ code: 'ECONNRESET' })
  })

  it('releases its connection when the client hangs up', async () => {
    const app = await createTestApp()
    await fill(app)
    const answer = await download(app, 'csv')
    await expect.poll(() => reading(app), pollTimeout).toHaveLength(1)
    answer.destroy()
    await expect.poll(() => reading(app), pollTimeout).toEqual([])
  })

  it('releases its connection when the client stops reading', async () => {
    const app = await createTestApp({ fileLimits: { stall: 1000, total: 60_000 } })
    await fill(app)
    const answer = await download(app, 'csv')
    // The first line is sent before the first row is read.
    await expect.poll(() => reading(app), pollTimeout).toHaveLength(1)
    await expect.poll(() => reading(app), pollTimeout).toEqual([])
    expect(await cutOff(answer)).toMatchObject({ code: 'ECONNRESET' })
  })

  it('is sent to two people at a time', async () => {
    const app = await createTestApp()
    await fill(app)
    const [one, two] = [await download(app, 'csv'), await download(app, 'json')]
    const third = await app.get(`${url}?format=csv`, admin)
    expect([third.statusCode, third.headers['retry-after']]).toEqual([503, '60'])
    one.destroy()
    two.destroy()
    await expect.poll(async () => (await app.get(`${url}?format=csv`, admin)).statusCode, pollTimeout).toBe(200)
  })

  it('is for admins, in one of two formats', async () => {
    const app = await createTestApp()
    expect((await app.get(`${url}?format=csv`)).statusCode).toBe(401)
    expect((await app.get(`${url}?format=csv`, { as: 'supporter' })).statusCode).toBe(403)
    for (const query of ['', '?format=xml', '?format=csv&limit=1'])
      expect((await app.get(`${url}${query}`, admin)).statusCode).toBe(400)
    expect(await app.events()).toEqual([])
  })
})
