import { expect, it } from 'vitest'
import { createProjectedDatabase } from '../../test/support/database/database.ts'
import { createSenderCount } from './sender-count.ts'

async function processes(count: number) {
  const { pool } = await createProjectedDatabase()
  return { pool, senders: Array.from({ length: count }, () => createSenderCount(pool)) }
}

it('counts the processes that send, each at its next word', async () => {
  const { senders } = await processes(3)
  for (const sender of senders) await sender.tell(1000)
  expect(senders.map(({ current }) => current())).toEqual([1, 2, 3])
  for (const sender of senders) await sender.tell(2000)
  expect(senders.map(({ current }) => current())).toEqual([3, 3, 3])
})

it('asks the database at most once a second', async () => {
  const { senders } = await processes(2)
  for (const sender of senders) await sender.tell(1000)
  await senders[0]?.tell(1999)
  expect(senders[0]?.current()).toBe(1)
})

it.each([
  ['signed off', (_pool: unknown, leave: () => Promise<void>) => leave()],
  [
    'is silent for more than five seconds',
    (pool: { query(text: string): Promise<unknown> }) =>
      pool.query(`UPDATE app.campaign_senders SET seen_at = seen_at - interval '6 seconds'`),
  ],
])('forgets a process that %s', async (_what, end) => {
  const { pool, senders } = await processes(2)
  const [stays, goes] = senders
  for (const sender of [goes, stays]) await sender?.tell(1000)
  expect(stays?.current()).toBe(2)
  await end(pool, async () => goes?.leave())
  await stays?.tell(2000)
  expect(stays?.current()).toBe(1)
})
