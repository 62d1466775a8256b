import { expect, it, vi } from 'vitest'
import { erasePerson } from '../../backend/commands/users/erasures.ts'
import { vacuumAfterErasure } from '../../backend/kernel/database/erasure-vacuum.ts'
import { systemContext } from '../../backend/kernel/eventlog/command-context.ts'
import { createTestApp } from '../support/app/app.ts'
import { deadRows, isVacuumDue } from '../support/database/dead-rows.ts'
import { pollTimeout } from '../support/run/timeouts.ts'

it('after an erasure, a vacuum leaves no old version of what the person wrote', async () => {
  const app = await createTestApp({ identity: 'real', log: 'postgres', runs: 'everything' })
  const { http, database } = app
  const headers = { 'sec-fetch-site': 'same-origin' }
  const payload = { prayer: 'For rain.', firstName: 'Ruth', email: 'ruth@example.org' }
  expect((await http.inject({ method: 'POST', url: '/api/prayers', headers, payload })).statusCode).toBe(201)
  await vi.waitFor(async () => expect((await database.knex('read.prayers')).length).toBe(1), pollTimeout)
  await database.pool.query('ALTER TABLE read.prayers SET (autovacuum_enabled = false)')
  expect(await isVacuumDue(database)).toBe(false)
  const subject = await app.core.subjects.find('ruth@example.org')
  await erasePerson(app.erasing, { subject: subject ?? '' }, systemContext())
  await vi.waitFor(async () => {
    expect(await isVacuumDue(database)).toBe(true)
    expect(await database.knex('read.prayers').select('email')).toEqual([{ email: null }])
  }, pollTimeout)
  expect(await deadRows(database, 'read.prayers')).toBeGreaterThan(0)
  await vacuumAfterErasure(database.pool, 0)
  expect(await deadRows(database, 'read.prayers')).toBe(0)
})
