import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { connect } from '../../backend/kernel/database/connect.ts'
import type { EventLog, RecordedEvent } from '../../backend/kernel/eventlog/event-log.ts'
import { createMemoryLog } from '../../backend/kernel/eventlog/memory.ts'
import type { Recorded } from '../../backend/kernel/eventlog/metadata.ts'
import { tablesOf } from '../../backend/kernel/projector/changes.ts'
import { createPastReading } from '../../backend/kernel/projector/past-reading.ts'
import { createPastViews } from '../../backend/kernel/projector/past-views.ts'
import { rebuild } from '../../backend/kernel/projector/rebuild.ts'
import { noSkips } from '../../backend/kernel/projector/skips.ts'
import { projections } from '../../backend/projections/index.ts'
import { createPastViewsSql, pastFunctions, pastViews } from '../../backend/read-model/past-tables.ts'
import { erasureTypes, pageFamilies } from '../../backend/topics/index.ts'
import { pageTagsTable } from '../../backend/topics/page-tags.ts'
import { readFrozen } from '../freeze-event.ts'
import { createProjectedDatabase } from '../support/database/database.ts'

/** The same numbers on every run, unless PROPERTY_SEED says otherwise (support/run/property-seed.ts). */
function createRandom(): () => number {
  let state = fc.readConfigureGlobal().seed ?? 1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const size = 700 // events
const readSkips = noSkips
const tables = Object.keys(tablesOf(projections))

/** Plain JSON: nothing is redacted, so that what is missing was erased by the tables alone. */
const decode = async (recorded: readonly RecordedEvent[]): Promise<Recorded[]> =>
  recorded.map((event) => ({ ...event, data: JSON.parse(event.data), metadata: JSON.parse(event.metadata) }))

const subjects = Array.from({ length: 12 }, (_, index) => `6f1e2c34-0000-4000-8000-00000000${1000 + index}`)

const samples = new Map(readFrozen().events.map(({ type, decoded }) => [type, decoded]))

type Story = { log: EventLog; all: RecordedEvent[] }

/** A log with these events, a minute apart. */
async function storyOf(facts: readonly { type: string; data: object; by: number }[]): Promise<Story> {
  const log = createMemoryLog()
  for (const [number, { type, data, by }] of facts.entries()) {
    const metadata = {
      at: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString(),
      actor: { kind: 'admin', id: by },
      requestId: `request-${number}`,
      correlationId: 'c',
      command: 'Command',
      schemaVersion: 1,
    }
    await log.append(`stream-${randomUUID()}`, 'any', [
      { id: randomUUID(), type, data: JSON.stringify(data), metadata: JSON.stringify(metadata) },
    ])
  }
  return { log, all: await log.readAll(null, facts.length) }
}

/** Events of every type about few items and people, in any order. */
async function anyStory(random: () => number): Promise<Story> {
  const below = (limit: number) => Math.floor(random() * limit)
  // The past of roles is in user-roles.test.ts.
  const types = [...samples.keys()].filter((type) => type !== 'EventSetAside' && !type.startsWith('Staff'))
  return storyOf(
    Array.from({ length: size }, () => {
      const type = types[below(types.length)] ?? ''
      const data = Object.fromEntries(
        Object.entries(Object(samples.get(type))).map(([name, value]) => {
          if (/Id$/.test(name) && typeof value === 'number') return [name, 1 + below(8)]
          if (/^(subject|previousSubject)$/.test(name)) return [name, subjects[below(subjects.length)]]
          return [name, value]
        }),
      )
      return { type, data, by: 1 + below(4) }
    }),
  )
}

/** A log that holds only these events. */
const only = (log: EventLog, keeps: (event: RecordedEvent) => boolean, all: readonly RecordedEvent[]): EventLog => ({
  ...log,
  readAll: async (after, limit) =>
    all.filter((event) => keeps(event) && Number(event.position) > Number(after)).slice(0, limit),
  head: async () => all.findLast(keeps)?.position ?? null,
})

async function rowsOf(client: Pick<pg.ClientBase, 'query'>, schema: string): Promise<{ [table: string]: string[] }> {
  const found: { [table: string]: string[] } = {}
  for (const table of tables) {
    const { rows } = await client.query<{ row: string }>(
      `SELECT to_jsonb(t)::text AS row FROM ${schema}.${table} AS t ORDER BY 1`,
    )
    found[table] = rows.map(({ row }) => row)
  }
  return found
}

/** Rows that an erasure adds: its lines in histories, and that the address is never mailed again. */
async function withoutAddedBy(
  client: Pick<pg.ClientBase, 'query'>,
  erasures: readonly RecordedEvent[],
  schema: string,
) {
  const ids = erasures.map(({ id }) => id)
  await client.query(`DELETE FROM ${schema}.history WHERE event_id = ANY ($1::uuid[])`, [ids])
  await client.query(`DELETE FROM ${schema}.admin_actions WHERE request_id = ANY ($1)`, [
    erasures.map(({ metadata }) => JSON.parse(metadata).requestId),
  ])
  await client.query(`DELETE FROM ${schema}.mail_conditions WHERE condition = 'erased'`)
  for (const table of pageFamilies.map(pageTagsTable))
    await client.query(`UPDATE ${schema}.${table} SET erasures = 0; DELETE FROM ${schema}.${table} WHERE version = 0`)
}

/** Each of these positions shows the rows of a rebuild up to it, less what was erased since. */
async function expectPast({ log, all }: Story, positions: readonly number[]): Promise<void> {
  const [database, expected] = [await createProjectedDatabase(), await createProjectedDatabase()]
  const pool = connect(database.url, { max: 3 }).pool
  onTestFinished(() => pool.end())
  const tools = { log, decode, projections, readSkips, pool }
  const views = createPastViews({
    ...tools,
    erasureTypes,
    erasures: async () => 0,
    finish: async (client, schema) => void (await client.query(createPastViewsSql(schema))),
    onError(error) {
      throw error
    },
  })
  const reading = createPastReading({ ...tools, names: { views: pastViews, functions: pastFunctions } })

  for (const position of positions.map(String)) {
    if ((await views.open(position, 1)).status === 'building') await views.settled()
    const opened = await views.open(position, 1)
    if (opened.status !== 'ready') throw new Error('It is not ready.')
    const laterErasures = all.filter(
      (event) => Number(event.position) > Number(position) && erasureTypes.includes(event.type),
    )
    const shown = await reading.read(opened.view, position, async ({ client }) => {
      await withoutAddedBy(client, laterErasures, opened.view.schema)
      return rowsOf(client, opened.view.schema)
    })
    const then = only(log, (event) => Number(event.position) <= Number(position) || laterErasures.includes(event), all)
    const { failed } = await rebuild({ ...tools, pool: expected.pool, log: then, fresh: true })
    expect(failed).toEqual([])
    await withoutAddedBy(expected.pool, laterErasures, 'read')
    expect(shown, `position ${position}`).toEqual(await rowsOf(expected.pool, 'read'))
    expect(Object.values(shown).flat().length).toBeGreaterThan(0)
  }
}

it('any position has the rows of a rebuild up to it, less what was erased since', async () => {
  const random = createRandom()
  const story = await anyStory(random)
  await expectPast(story, [1, 50, 51, size, ...Array.from({ length: 3 }, () => 1 + Math.floor(random() * size))])
})

it('an item that moved to another person shows their words, also when the first one was erased soon after', async () => {
  const [first, second] = subjects
  const fact = (type: string, changes: object = {}) => ({
    type,
    data: { ...Object(samples.get(type)), ...changes },
    by: 1,
  })
  // Prayers of other people, so that the tables of the past end between two of these events.
  const others = Array.from({ length: 60 }, (_, index) => fact('PrayerApproved', { prayerId: 100 + index }))
  const story = await storyOf([
    fact('RsvpConfirmed', { rsvpId: 1, subject: first }),
    ...others,
    fact('RsvpAddressMoved', { rsvpId: 1, subject: second }),
    fact('SubjectErased', { subject: first }),
    ...others,
  ])
  // The tables for the first one hold the registration, and are read for each that follows.
  await expectPast(story, [62, 61, 63, 120, 12, 1])
})
