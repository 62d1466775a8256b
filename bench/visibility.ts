import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { prayerStream, prayers } from '../backend/domain/prayers.ts'
import { upcasters } from '../backend/event-schemas/upcasters.ts'
import { createCodec } from '../backend/kernel/eventlog/codec.ts'
import { createSubjectKeys } from '../backend/kernel/eventlog/encryption/subject-keys-postgres.ts'
import { createHandle } from '../backend/kernel/eventlog/handle.ts'
import { createPostgresLog } from '../backend/kernel/eventlog/postgres/postgres-log.ts'
import { bringUpToDate } from '../backend/kernel/projector/bring-up-to-date.ts'
import { createProjector } from '../backend/kernel/projector/projector.ts'
import { createReadYourWrites } from '../backend/kernel/projector/read-your-writes.ts'
import { projections } from '../backend/projections/index.ts'
import { personalFields } from '../backend/topics/index.ts'
import { fsyncProbe, quantile, startBenchDatabase, table } from './support.ts'

export type VisibilityFigures = { p50: number; p99: number; count: number; fsync: number }

/** Milliseconds from the acknowledgment of a command until the read model shows it, at an even 200 commands/s. */
export async function benchVisibility({
  seconds,
  perSecond,
}: {
  seconds: number
  perSecond: number
}): Promise<VisibilityFigures> {
  const { database, folder, stop } = await startBenchDatabase({ max: 20 })
  const { pool } = database
  const log = createPostgresLog(pool)
  const subjects = createSubjectKeys({ pool, masterKey: Buffer.alloc(32, 1) })
  const codec = createCodec({ keys: subjects, personalFields, upcasters })
  const handle = createHandle({ log, codec })
  const { decode } = codec
  await bringUpToDate({ log, decode, pool, projections })
  const projector = createProjector({ log, decode, pool, projections })
  const visible = createReadYourWrites({ pool, log, projector })
  projector.start()
  const taken: number[] = []

  async function submit(prayerId: number): Promise<void> {
    const subject = await subjects.anonymous()
    const data = { prayerId, subject, firstName: 'Ruth', email: null, location: null, prayer: 'For wisdom.' }
    const id = randomUUID()
    const at = new Date().toISOString()
    const context = { at, actor: { kind: 'visitor' }, requestId: id, correlationId: id, commandId: id } as const
    const { position } = await handle(prayers, prayerStream(prayerId), { type: 'SubmitPrayer', data }, context, {
      isNew: true,
    })
    const acknowledged = performance.now()
    if (position !== null && (await visible.waitFor(position))) taken.push(performance.now() - acknowledged)
  }

  try {
    await submit(1)
    taken.length = 0
    const under: Promise<void>[] = []
    const start = performance.now()
    for (let index = 0; index < seconds * perSecond; index++) {
      const due = start + (index * 1000) / perSecond
      if (due > performance.now()) await delay(due - performance.now())
      under.push(submit(index + 2))
    }
    await Promise.all(under)
    return { p50: quantile(taken, 0.5), p99: quantile(taken, 0.99), count: taken.length, fsync: fsyncProbe(folder) }
  } finally {
    visible.close()
    await projector.close()
    await log.close()
    await stop()
  }
}

export const visibilityTable = ({ p50, p99, count, fsync }: VisibilityFigures): string =>
  table(
    ['Acknowledged until visible, 200 commands/s', 'ms'],
    [
      ['p50', p50],
      ['p99', p99],
      ['commands measured', count],
      ['fdatasync of 4 kB', fsync],
    ],
  )
