import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { problemWith } from '../backend/event-schemas/index.ts'
import { upcasters } from '../backend/event-schemas/upcasters.ts'
import { createCodec } from '../backend/kernel/eventlog/codec.ts'
import { createMemorySubjectKeys } from '../backend/kernel/eventlog/encryption/subject-keys-memory.ts'
import { createMemoryLog } from '../backend/kernel/eventlog/memory.ts'
import { createProjector } from '../backend/kernel/projector/projector.ts'
import { rebuild } from '../backend/kernel/projector/rebuild.ts'
import { projections } from '../backend/projections/index.ts'
import { personalFields } from '../backend/topics/index.ts'
import { createProjectedDatabase } from './support/database/database.ts'
import { widestEvents } from './support/log/widest-event.ts'

const takesAway = /Deleted|Removed|Erased|Cancelled|Released|Banned|Deactivated|Revoked/

/** Tables with text in a key or a b-tree, where what is too long would stop the projection. */
const keyedByText = `
  SELECT DISTINCT indrelid::regclass::text AS name FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
  JOIN pg_am ON pg_am.oid = relam JOIN pg_namespace AS n ON n.oid = relnamespace
  JOIN pg_attribute ON attrelid = indexrelid AND atttypid IN ('text'::regtype, 'varchar'::regtype)
  WHERE nspname = 'read' AND amname = 'btree' ORDER BY 1`

it('every read table holds the largest event of every type that may be appended', async () => {
  const { pool } = await createProjectedDatabase()
  const events = widestEvents()
  const [subject] = events.flatMap(({ data }) =>
    'subject' in data && typeof data.subject === 'string' && data.subject.length === 36 ? data.subject : [],
  )
  const keys = createMemorySubjectKeys({ known: [[subject ?? '', randomBytes(32)]] })
  const codec = createCodec({ keys, personalFields, upcasters, problemWith })
  const log = createMemoryLog()
  const projector = createProjector({ log, decode: codec.decode, pool, projections })
  onTestFinished(() => projector.close())
  projector.start()

  async function append(facts: typeof events): Promise<void> {
    let position = ''
    for (const fact of facts) {
      const metadata = {
        at: '2199-12-31T23:59:59.999Z',
        actor: { kind: 'admin', id: 2_147_483_647 },
        requestId: randomUUID(),
        correlationId: randomUUID(),
        command: fact.type,
      } as const
      const encoded = await codec.encode([fact], metadata, [randomUUID()])
      const appended = await log.append(`campaign-${randomUUID()}`, 'no-stream', encoded)
      position = 'position' in appended ? appended.position : position
    }
    await expect.poll(() => projector.hasPassed(position)).toBe(true)
    const { projections: states } = await projector.status()
    expect(states.flatMap(({ name, stopped }) => (stopped ? `${name}: ${stopped.reason}` : []))).toEqual([])
  }

  await append(events.filter(({ type }) => !takesAway.test(type)))
  const { rows } = await pool.query<{ name: string }>(keyedByText)
  const empty: string[] = []
  for (const { name } of rows) if ((await pool.query(`SELECT FROM ${name} LIMIT 1`)).rowCount === 0) empty.push(name)
  // Their keys are words of ours: why a report does not count, and positions.
  expect(empty).toEqual(['read.page_refusals', 'read.set_aside_events'])
  await append(events.filter(({ type }) => takesAway.test(type)))
  expect(await rebuild({ log, decode: codec.decode, pool, projections })).toMatchObject({ failed: [] })
})
