import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { startEventStoreDb } from './eventstoredb-support.ts'
import { serve } from './prayers.ts'
import { alternate, latencies, median, medianRatio, startBenchDatabase, table } from './support.ts'

/** Milliseconds. */
export type TwoProcessCommandFigures = {
  /** The event store, for the table. */
  store: string
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
export async function benchTwoProcessCommands({ rounds = 3, count = 30 } = {}): Promise<TwoProcessCommandFigures> {
  const store = await startEventStoreDb()
  const { url, stop } = await startBenchDatabase({ max: 2 })
  const env = { EVENTSTORE_URL: store.url, APP_SECRET: randomBytes(32).toString('base64') }
  const projecting = await serve('ours', url, env)
  const other = await serve('ours', url, env)
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
      store: store.name,
      oneByOne: { projecting: median(there), other: median(here), ratio: medianRatio(here, there) },
      sameKey: { median: median(taken), longest: Math.max(...taken), count },
    }
  } finally {
    projecting.stop()
    other.stop()
    store.stop()
    await stop()
  }
}

export const twoProcessCommandsTable = ({ store, oneByOne, sameKey }: TwoProcessCommandFigures): string =>
  table(
    [`POST /api/prayers at two processes on ${store}`, 'ms', 'to it'],
    [
      ['one after another at the process that projects, p50', oneByOne.projecting, '1.00 x'],
      ['the same at the other process', oneByOne.other, `${oneByOne.ratio.toFixed(2)} x`],
      ['one key at both at the same moment, p50', sameKey.median, ''],
      [`the longest of ${sameKey.count}`, sameKey.longest, ''],
    ],
  )

if (import.meta.main) {
  console.log(twoProcessCommandsTable(await benchTwoProcessCommands()))
  process.exit()
}
