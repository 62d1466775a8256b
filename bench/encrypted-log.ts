import type pg from 'pg'
import type { Codec } from '../backend/kernel/eventlog/codec.ts'
import type { SubjectKeys } from '../backend/kernel/eventlog/encryption/subject-keys.ts'
import type { EventLog } from '../backend/kernel/eventlog/event-log.ts'

const batchSize = 5000 // events

/** Turns a plain text log into what the application would have written, with a key in Postgres for each person. */
export async function encryptLog(
  pool: pg.Pool,
  log: EventLog,
  clear: Codec,
  codec: Codec,
  subjects: SubjectKeys,
): Promise<void> {
  const renamed = new Map<unknown, string>()
  for (let batch = await log.readAll(null, batchSize); batch.length > 0; ) {
    const events = await clear.decode<{ type: string; data: object }>(batch)
    const named = await Promise.all(
      events.map(async ({ type, data, id, metadata }) => {
        const old = 'subject' in data ? data.subject : undefined
        if (old === undefined) return { fact: { type, data }, id, metadata }
        const subject = renamed.get(old) ?? (await subjects.anonymous())
        renamed.set(old, subject)
        return { fact: { type, data: { ...data, subject } }, id, metadata }
      }),
    )
    const [first] = named
    if (!first) return
    const encoded = await codec.encode(
      named.map(({ fact }) => fact),
      first.metadata,
      named.map(({ id }) => id),
    )
    await pool.query(
      `UPDATE eventlog.events SET data = encoded.data FROM unnest($1::uuid[], $2::text[]) AS encoded (id, data)
       WHERE events.id = encoded.id`,
      [encoded.map(({ id }) => id), encoded.map(({ data }) => data)],
    )
    batch = await log.readAll(batch.at(-1)?.position ?? null, batchSize)
  }
  await pool.query('VACUUM ANALYZE eventlog.events')
}
