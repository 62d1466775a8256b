import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../test/support/database/database.ts'
import { batchRecorded, leftBatches, nextBatch } from './outcome-batches.ts'

const people = 1000

async function handledList() {
  const { pool } = await createTestDatabase()
  const list = { listId: randomUUID(), campaignId: 1 }
  await pool.query(
    `INSERT INTO app.campaign_queues (list_id, campaign_id, status, recipients) VALUES ($1, 1, 'sending', $2)`,
    [list.listId, people + 1],
  )
  await pool.query(
    `INSERT INTO app.campaign_recipients (list_id, id, subject, provider, reasons, status, detail, attempts, done_at)
     SELECT $1, id, gen_random_uuid(), 'example.org', '{}', CASE WHEN id > $2 THEN 'waiting' ELSE 'sent' END, '250', 1, now()
     FROM generate_series(1, $2 + 1) AS id`,
    [list.listId, people],
  )
  return { pool, list }
}

it('gives each outcome to one batch, however many callers ask at once', async () => {
  const { pool, list } = await handledList()
  const batches = (await Promise.all(Array.from({ length: 30 }, () => nextBatch(pool, list, 70)))).filter(
    (batch) => batch !== null,
  )
  // A caller that waited for another one may have found only part of the rest.
  for (let more = await nextBatch(pool, list, 70); more; more = await nextBatch(pool, list, 70)) batches.push(more)
  const subjects = batches.flatMap(({ outcomes }) => outcomes.map(({ subject }) => subject))
  expect(subjects).toHaveLength(people)
  expect(new Set(subjects).size).toBe(people)
  expect(new Set(batches.map(({ batch }) => batch)).size).toBe(batches.length)
})

it('is returned again, the same and in the same order, until the log has it', async () => {
  const { pool, list } = await handledList()
  const batch = await nextBatch(pool, list, 5)
  expect(batch).toMatchObject({ ...list, batch: 1 })
  expect(Object.keys(Object(batch?.outcomes[0])).toSorted()).toEqual(['at', 'attempts', 'code', 'status', 'subject'])
  expect(await leftBatches(pool, 0)).toEqual([batch])
  if (batch) await batchRecorded(pool, batch)
  expect(await leftBatches(pool, 0)).toEqual([])
  expect((await nextBatch(pool, list, 5))?.batch).toBe(2)
})

it('is null when there are no outcomes', async () => {
  const { pool } = await handledList()
  expect(await nextBatch(pool, { listId: randomUUID(), campaignId: 2 }, 5)).toBeNull()
})
