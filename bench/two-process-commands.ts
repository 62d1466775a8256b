import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { freeLeases } from '../backend/kernel/database/lease.ts'
import type { Store } from './eventstoredb-support.ts'
import { serve } from './prayers.ts'
import { alternate, latencies, median, medianRatio } from './support.ts'

/** Milliseconds. */
export type TwoProcessCommandFigures = {
  /** One command after another, medians: at the process that projects, and at the other. */
  oneByOne: { projecting: number; other: number; ratio: number }
  /** One key asked of both processes at the same moment: until both have answered. */
  sameKey: { median: number; longest: number; count: number }
}

async function submit(url: string, key: string = randomUUID()): Promise<unknown> {
  const answer = await fetch(`${url}/api/prayers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, 'idempotency-key': key },
    body: JSON.stringify({ firstName: 'Ruth', prayer: 'For wisdom and courage for all who serve.' }),
  })
  const body: unknown = await answer.json()
  assert.equal(answer.status, 201, JSON.stringify(body))
  return body
}

/** `POST /api/prayers` at two processes on one EventStoreDB and one database; the first one projects. */
export async function benchTwoProcessCommands(
  { database, env }: Store,
  { rounds, commands: count }: { rounds: number; commands: number },
): Promise<TwoProcessCommandFigures> {
  // Lease rows of killed servers: the first server here projects.
  await freeLeases(database.pool)
  const projecting = await serve('ours', env.DATABASE_URL, env)
  const other = await serve('ours', env.DATABASE_URL, env)
  try {
    const measured = await alternate(
      new Map([
        ['projecting', async () => median(await latencies(() => submit(projecting.url), count))],
        ['other', async () => median(await latencies(() => submit(other.url), count))],
      ]),
      rounds,
    )
    const [there = [], here = []] = [measured.get('projecting'), measured.get('other')]
    const taken = await latencies(async () => {
      const key = randomUUID()
      const [one, two] = await Promise.all([submit(projecting.url, key), submit(other.url, key)])
      assert.deepEqual(one, two)
    }, count)
    return {
      oneByOne: { projecting: median(there), other: median(here), ratio: medianRatio(here, there) },
      sameKey: { median: median(taken), longest: Math.max(...taken), count },
    }
  } finally {
    projecting.stop()
    other.stop()
  }
}
