import { expect, it } from 'vitest'
import { bringUpToDate } from '../../backend/kernel/projector/bring-up-to-date.ts'
import { createTestApp, type Product } from '../support/app/app.ts'

const composed = () => createTestApp({ identity: 'real', log: 'postgres', runs: 'nothing' })

const submit = (app: Product) =>
  app.http.inject({
    method: 'POST',
    url: '/api/prayers',
    headers: { 'sec-fetch-site': 'same-origin' },
    payload: { prayer: 'For rain.', firstName: 'Ruth' },
  })

it('a form that comes during a start waits for it and is stored', async () => {
  const app = await composed()
  const form = submit(app)
  const list = app.http.inject('/api/prayers')
  expect((await app.http.inject('/healthz')).statusCode).toBe(200)
  await bringUpToDate({ ...app.core, pool: app.database.pool })
  app.projector.start()
  app.open()
  expect((await form).statusCode).toBe(201)
  expect((await list).statusCode).toBe(200)
})

it('once the database did not answer, a form gets 503 at once', async () => {
  const app = await composed()
  const form = submit(app)
  app.startIsLate()
  for (const answer of [await form, await submit(app)])
    expect([answer.statusCode, answer.headers['retry-after'], answer.json().message]).toEqual([
      503,
      '2',
      'The site is starting. Please try again in a moment.',
    ])
})

it('a stop ends the wait', async () => {
  const app = await composed()
  const form = submit(app)
  await app.http.inject('/healthz')
  await app.http.close()
  expect((await form).statusCode).toBe(503)
})
