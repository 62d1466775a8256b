import { expect, it } from 'vitest'
import { connect } from '../../backend/kernel/database/connect.ts'
import { DomainError } from '../../backend/kernel/eventlog/decider.ts'
import { RevisionConflict } from '../../backend/kernel/eventlog/event-log.ts'
import { IdempotencyMismatch } from '../../backend/kernel/eventlog/handle.ts'
import { HttpProblem } from '../../backend/kernel/http/problem.ts'
import { createTestDatabase } from '../support/database/database.ts'
import { createNotesServer } from '../support/http/notes-server.ts'

const rejection = (promise: PromiseLike<unknown>) => Promise.resolve(promise).then(String, (error: unknown) => error)
const closedPort = 'postgres://none:nothing@127.0.0.1:1/none'

it.each([
  [new DomainError('not_found', 'Note not found.'), 404],
  [new DomainError('conflict', 'Already done.'), 409],
  [new DomainError('forbidden', 'Not yours.'), 403],
  [new DomainError('unprocessable', 'Refused.'), 422],
  [new IdempotencyMismatch(), 422],
  [new RevisionConflict('note-1'), 409],
  [new HttpProblem(401, 'Invalid email or password.'), 401],
])('%s gets its own status', async (error, status) => {
  const { app, failWith } = await createNotesServer(await createTestDatabase())
  failWith(error)
  const answer = await app.inject('/api/fails')
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toEqual({ message: expect.stringMatching(/\.$/) })
})

it.each(['00000: secret', new Error('secret'), { secret: true }, new TypeError('secret')])(
  'whatever else is thrown (%s) is 503 without a detail, and is in the log with its stack and request id',
  async (thrown) => {
    const { app, failWith, log } = await createNotesServer(await createTestDatabase())
    failWith(thrown)
    const answer = await app.inject('/api/fails')
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('10')
    expect(answer.json()).toEqual({ message: 'Something went wrong on our side. Please try again.' })
    const line = log.map((text) => JSON.parse(text)).find(({ level }) => level === 50)
    expect(line).toMatchObject({
      reqId: answer.headers['x-request-id'],
      route: '/api/fails',
      err: { stack: expect.any(String) },
    })
  },
)

it('a response that does not match its schema is our error, and the log names the field without its value', async () => {
  const { app, log } = await createNotesServer(await createTestDatabase())
  const answer = await app.inject('/api/leak?fits=no')
  expect(answer.statusCode).toBe(503)
  expect(log.join()).toContain('The answer of GET /api/leak does not match its schema: id')
  expect(log.join() + answer.body).not.toContain('secret-hash')
})

it('an unavailable database gives 503 with Retry-After, through pool and knex', async () => {
  const { app, failWith } = await createNotesServer(await createTestDatabase())
  const away = connect(closedPort)
  for (const attempt of [away.pool.query('SELECT 1'), away.knex.raw('SELECT 1')]) {
    failWith(await rejection(attempt))
    const answer = await app.inject('/api/fails')
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
    expect(answer.json().message).toMatch(/cannot reach our database/)
  }
  await away.close()
})

it('a database that closes the connection, or has none in time, gives 503 with Retry-After', async () => {
  const database = await createTestDatabase()
  const { app, failWith } = await createNotesServer(database)
  const narrow = connect(database.url, { max: 1 })
  const held = await narrow.pool.connect()
  held.on('error', () => {})
  const errors = [
    ...(await Promise.all([rejection(narrow.pool.query('SELECT 1')), rejection(narrow.knex.raw('SELECT 1'))])),
    await rejection(held.query('SELECT pg_terminate_backend(pg_backend_pid())')),
  ]
  held.release(true)
  await narrow.close()
  for (const error of errors) {
    failWith(error)
    expect((await app.inject('/api/fails')).json().message).toMatch(/cannot reach our database/)
  }
})

it('text that Postgres cannot store gives 400', async () => {
  const database = await createTestDatabase()
  const { app, failWith } = await createNotesServer(database)
  for (const sql of ['SELECT $1::text', 'SELECT ($1::jsonb) #>> array[$2]'])
    failWith(await rejection(database.pool.query(sql, sql.includes('jsonb') ? ['{"a":"\\u0000"}', 'a'] : ['a\u0000'])))
  expect((await app.inject('/api/fails')).statusCode).toBe(400)
})

it('the log contains no body, query, cookie, IP address or value of a failed statement', async () => {
  const database = await createTestDatabase()
  const { app, failWith, log } = await createNotesServer(database)
  const email = 'ada@example.org'
  failWith(await rejection(database.knex.raw('SELECT ?::int', [email])))
  await app.inject({
    url: `/api/fails?email=${email}`,
    headers: { cookie: `session=${email}` },
    remoteAddress: '203.0.113.9',
  })
  await app.inject({ method: 'POST', url: '/api/notes', body: { title: email } })
  await app.inject(`/api/${email}`)
  expect(log.join('')).toContain('PostgreSQL returned 22P02.')
  expect(log.join('')).not.toMatch(/ada@|203\.0\.113/)
})
