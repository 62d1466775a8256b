import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { Database } from '../../backend/kernel/database/connect.ts'
import type { CommandContext } from '../../backend/kernel/eventlog/command-context.ts'
import { decrypt, encrypt } from '../../backend/kernel/eventlog/encryption/aes-gcm.ts'
import { createIdempotencyAnswers } from '../../backend/kernel/http/idempotency-answers.ts'
import { asOwner, createTestDatabase } from '../support/database/database.ts'
import { asAdmin, asSupporter, createNotesServer } from '../support/http/notes-server.ts'
import { pollTimeout } from '../support/run/timeouts.ts'

const submit = (key: string, title = 'Hello', more: object = {}) =>
  ({ method: 'POST', url: '/api/notes', headers: { 'idempotency-key': key, ...more }, body: { title } }) as const

/** Answers are stored while they are being sent to the client. */
const kept = ({ pool }: Database, count: number) =>
  vi.waitFor(
    async () => expect((await pool.query('SELECT FROM app.idempotency_answers')).rowCount).toBe(count),
    pollTimeout,
  )

it('the same request with the same key takes effect once, and gets the first answer again', async () => {
  const { app, made } = await createNotesServer(await createTestDatabase())
  const key = randomUUID()
  const first = await app.inject(submit(key))
  const second = await app.inject(submit(key))
  expect([second.statusCode, second.body]).toEqual([201, first.body])
  expect(second.headers['content-type']).toBe(first.headers['content-type'])
  expect([first, second].map((answer) => answer.headers['idempotent-replayed'])).toEqual([undefined, 'true'])
  expect(made).toEqual(['Hello'])
})

it('an answer without a body is replayed too', async () => {
  const { app, made } = await createNotesServer(await createTestDatabase())
  const headers = { ...asAdmin, 'idempotency-key': randomUUID() }
  const remove = () => app.inject({ method: 'DELETE', url: '/api/admin/notes/1', headers })
  expect([(await remove()).statusCode, (await remove()).statusCode]).toEqual([204, 204])
  expect(made).toEqual(['deleted'])
})

it('the order of fields and surrounding whitespace do not matter', async () => {
  const { app } = await createNotesServer(await createTestDatabase())
  const headers = { 'idempotency-key': randomUUID(), 'content-type': 'application/json' }
  const post = (body: string) => app.inject({ method: 'POST', url: '/api/notes', headers, body })
  await post('{"title":"Hello","email":null}')
  expect((await post('{ "email": null, "title": " Hello " }')).headers['idempotent-replayed']).toBe('true')
})

it('another body, person or note with the same key is rejected', async () => {
  const { app } = await createNotesServer(await createTestDatabase())
  const key = randomUUID()
  await app.inject(submit(key))
  for (const other of [submit(key, 'Other'), submit(key, 'Hello', asSupporter)]) {
    const answer = await app.inject(other)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().message).toMatch(/already used for a different request/)
  }
  const approve = (id: number) =>
    app.inject({
      method: 'POST',
      url: `/api/admin/notes/${id}/approve`,
      headers: { ...asAdmin, 'idempotency-key': key },
    })
  expect([(await approve(1)).statusCode, (await approve(2)).statusCode]).toEqual([200, 422])
})

it('a rejected request does not use up its key', async () => {
  const { app } = await createNotesServer(await createTestDatabase())
  const key = randomUUID()
  expect((await app.inject(submit(key, ''))).statusCode).toBe(400)
  expect((await app.inject(submit(key))).statusCode).toBe(201)
})

it.each(['', ' ', 'a b', 'ü', 'x'.repeat(256)])('the key %j is rejected', async (key) => {
  const { app, made } = await createNotesServer(await createTestDatabase())
  expect((await app.inject(submit(key))).statusCode).toBe(400)
  expect(made).toEqual([])
})

it('a sign-in is never replayed', async () => {
  const database = await createTestDatabase()
  const { app } = await createNotesServer(database)
  const headers = { 'idempotency-key': randomUUID() }
  const signIn = () => app.inject({ method: 'POST', url: '/api/session', headers, body: { email: 'a@example.org' } })
  expect([(await signIn()).json(), (await signIn()).json()]).toEqual([{ count: 1 }, { count: 2 }])
  expect((await database.pool.query('SELECT FROM app.idempotency_answers')).rowCount).toBe(0)
})

it('the database alone reveals neither the answer nor its key', async () => {
  const database = await createTestDatabase()
  const { app } = await createNotesServer(database)
  const key = randomUUID()
  await app.inject(submit(key, 'A very private note'))
  await kept(database, 1)
  const { rows } = await database.pool.query(
    'SELECT kept::text, encode(answer, $1) AS answer FROM app.idempotency_answers kept',
    ['escape'],
  )
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('private')
  expect(JSON.stringify(rows)).not.toContain(key)
})

it('an answer is stored for 24 hours', async () => {
  const database = await createTestDatabase()
  const { app, made } = await createNotesServer(database)
  const answers = createIdempotencyAnswers(database, { encrypt, decrypt })
  const key = randomUUID()
  const age = () => database.pool.query("UPDATE app.idempotency_answers SET created_at = now() - interval '24 hours'")
  await app.inject(submit(key))
  await kept(database, 1)
  await age()
  await app.inject(submit(key, 'Other'))
  expect(made).toEqual(['Hello', 'Other'])
  expect((await app.inject(submit(key, 'Other'))).headers['idempotent-replayed']).toBe('true')
  await vi.waitFor(async () => {
    await age()
    await answers.clean()
    expect((await database.pool.query('SELECT FROM app.idempotency_answers')).rowCount).toBe(0)
  }, pollTimeout)
})

it('an answer that cannot be stored is sent anyway', async () => {
  const database = await createTestDatabase()
  const { app, log } = await createNotesServer(database)
  await asOwner(database.pool, 'ALTER TABLE app.idempotency_answers ADD CONSTRAINT none CHECK (status = 0)')
  expect((await app.inject(submit(randomUUID()))).statusCode).toBe(201)
  await vi.waitFor(
    () => expect(log.join('')).toContain('The answer could not be stored for idempotent replay.'),
    pollTimeout,
  )
})

it('a command knows its caller, and keeps its identity when it is repeated', async () => {
  const database = await createTestDatabase()
  const { app, contexts } = await createNotesServer(database)
  const key = randomUUID()
  await app.inject(submit(key))
  await kept(database, 1)
  await asOwner(database.pool, 'TRUNCATE app.idempotency_answers')
  await app.inject(submit(key))
  await app.inject(submit(randomUUID(), 'Hello', asAdmin))
  const unkeyed = await app.inject({ method: 'POST', url: '/api/notes', headers: asSupporter, body: { title: 'x' } })
  const [first, repeat, admin, supporter]: (CommandContext | undefined)[] = contexts
  expect(repeat).toMatchObject({
    commandId: first?.commandId,
    fingerprint: first?.fingerprint,
    actor: { kind: 'visitor' },
  })
  expect(first).not.toHaveProperty('ip')
  expect(admin).toMatchObject({ actor: { kind: 'admin', id: 1 }, ip: '127.0.0.1' })
  expect(admin?.commandId).not.toBe(first?.commandId)
  expect(supporter).toMatchObject({ actor: { kind: 'user', id: 2 }, requestId: unkeyed.headers['x-request-id'] })
  expect(supporter).not.toHaveProperty('fingerprint')
  expect(z.iso.datetime({ precision: 3 }).safeParse(first?.at).success).toBe(true)
})
