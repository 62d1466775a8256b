import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { prayerStream, prayers } from '../backend/domain/prayers.ts'
import { freeLeases } from '../backend/kernel/database/lease.ts'
import { systemContext } from '../backend/kernel/eventlog/command-context.ts'
import { createTestApp } from '../test/support/app/app.ts'
import type { CallCounts, Store } from './eventstoredb-support.ts'

/** Number of times that one command asks EventStoreDB, with projector and reactors at work; null for a server that does not count. */
export type CommandCalls = { creation: CallCounts; decision: CallCounts } | null

/** Creations one after another, and then a decision about each of them. */
export async function countCommandCalls(
  { server, database, env }: Store,
  { commands: count }: { commands: number },
): Promise<CommandCalls> {
  await freeLeases(database.pool)
  const cleanUps: (() => Promise<void>)[] = []
  const app = await createTestApp({
    identity: 'real',
    log: 'postgres',
    whenDone: (cleanUp) => cleanUps.unshift(cleanUp),
    database,
    env,
  })
  app.reactors.start()

  async function create(): Promise<number> {
    const answer = await app.http.inject({
      method: 'POST',
      url: '/api/prayers',
      headers: { 'sec-fetch-site': 'same-origin', 'idempotency-key': randomUUID() },
      payload: { firstName: 'Ruth', prayer: 'For wisdom and courage for all who serve.' },
    })
    assert.equal(answer.statusCode, 201, answer.body)
    return Number(answer.json().id)
  }

  async function counted(command: (index: number) => Promise<unknown>): Promise<CallCounts | null> {
    const before = await server.calls()
    for (let index = 0; index < count; index++) await command(index)
    const after = await server.calls()
    return (
      before &&
      after && { appends: (after.appends - before.appends) / count, reads: (after.reads - before.reads) / count }
    )
  }

  try {
    // By then the subscription has delivered something.
    for (let index = 0; index < 50; index++) await create()
    const ids: number[] = []
    const creation = await counted(async () => ids.push(await create()))
    const decision = await counted(async (index) => {
      const prayerId = ids[index] ?? 0
      const command = { type: 'ApprovePrayer', data: { prayerId } } as const
      const { events } = await app.core.handle(prayers, prayerStream(prayerId), command, systemContext())
      assert.equal(events.length, 1)
    })
    return creation && decision && { creation, decision }
  } finally {
    for (const cleanUp of cleanUps) await cleanUp()
  }
}
