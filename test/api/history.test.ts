import { expect, it } from 'vitest'
import { source } from '../../records/origins.ts'
import { createTestApp } from '../support/app/app.ts'

const admin = { as: 'admin' } as const
const prayer = { prayer: 'For rain.', firstName: 'Ruth', email: 'ruth@example.org', location: null }
const visitor = { kind: 'visitor', id: null, name: 'Visitor' }
const ada = { kind: 'admin', id: 1, name: 'Ada Byron' }

const none = Object.fromEntries(Object.keys(source).map((part) => [part, null]))
const from = { firstSource: none, actSource: none, viewId: null, wording: null }
const sent = { ...prayer, ...from }

it('lists every event of an item in order: who, when, what, and the item at that time', async () => {
  const app = await createTestApp()
  await app.registerPeople()
  await app.post('/api/prayers', prayer)
  await app.post('/api/admin/prayers/1/approve', undefined, admin)
  await app.remove('/api/admin/prayers/1', admin)
  const answer = await app.get('/api/admin/history/prayers/1', admin)
  expect(answer.statusCode).toBe(200)
  const at = expect.any(String)
  expect(answer.json()).toEqual([
    {
      revision: 0,
      type: 'PrayerSubmitted',
      at,
      actor: visitor,
      changes: { ...sent, status: 'Pending' },
      state: { ...sent, status: 'Pending' },
    },
    {
      revision: 1,
      type: 'PrayerApproved',
      at,
      actor: ada,
      changes: { status: 'Approved' },
      state: { ...sent, status: 'Approved' },
    },
    {
      revision: 2,
      type: 'PrayerDeleted',
      at,
      actor: ada,
      changes: { status: 'Deleted', deleted: true },
      state: { ...sent, status: 'Deleted', deleted: true },
    },
  ])
})

it('also exists for endorsements, signups and users', async () => {
  const app = await createTestApp()
  await app.registerPeople()
  await app.post('/api/endorsements', { name: 'Ruth', email: 'ruth@example.org' }, { as: 'supporter' })
  await app.post('/api/email-signup', { email: 'ruth@example.org' })
  const last = async (path: string) => (await app.get(`/api/admin/history/${path}`, admin)).json().at(-1)
  expect(await last('endorsements/1')).toMatchObject({
    type: 'EndorsementSubmitted',
    actor: { kind: 'user', id: 2, name: 'Ben Babbage' },
    state: { name: 'Ruth', title: '', status: 'Pending' },
  })
  expect(await last('email-signups/1')).toMatchObject({ state: { email: 'ruth@example.org', status: 'Subscribed' } })
  expect(await last('users/1')).toMatchObject({
    actor: { kind: 'system', name: 'System' },
    state: { firstName: 'Ada' },
  })
})

it('shows an erasure where it happened, with redacted values throughout', async () => {
  const app = await createTestApp()
  await app.post('/api/prayers', prayer)
  await app.post('/api/admin/prayers/1/approve', undefined, admin)
  await app.post('/api/admin/erasures', { topic: 'prayers', id: 1 }, admin)
  await app.remove('/api/admin/prayers/1', admin)
  const entries = (await app.get('/api/admin/history/prayers/1', admin)).json()
  expect(entries.map(({ type }: { type: string }) => type)).toEqual([
    'PrayerSubmitted',
    'PrayerApproved',
    'SubjectErased',
    'PrayerDeleted',
  ])
  expect(entries.map(({ revision }: { revision: number }) => revision)).toEqual([0, 1, 2, 3])
  expect(entries[0].state).toEqual({
    firstName: 'Erased',
    email: null,
    location: null,
    prayer: '[erased]',
    entryNote: null,
    ...from,
    status: 'Pending',
  })
  expect(entries[3].state).toMatchObject({ erased: true, deleted: true })
})

it('responds with 404 for an unknown item, and 400 for an invalid one', async () => {
  const app = await createTestApp()
  const status = async (path: string) => (await app.get(`/api/admin/history/${path}`, admin)).statusCode
  expect(await status('prayers/7')).toBe(404)
  expect(await status('prayers/2147483647')).toBe(404)
  for (const path of ['prayers/0', 'prayers/x', 'prayers/2147483648', 'subjects/1', 'secrets/1'])
    expect(await status(path), path).toBe(400)
})

it('is for admins: 401 for a visitor, 403 for a supporter', async () => {
  const app = await createTestApp()
  expect((await app.get('/api/admin/history/prayers/1')).statusCode).toBe(401)
  expect((await app.get('/api/admin/history/prayers/1', { as: 'supporter' })).statusCode).toBe(403)
})
