import type { Knex } from 'knex'
import type pg from 'pg'
import QueryStream from 'pg-query-stream'

const batchSize = 500 // rows

/**
 * The rows of a query in one snapshot, from a cursor, in batches. It holds a connection until the end; ending the iteration
 * early closes it.
 */
export async function* rowBatches<Row>(pool: pg.Pool, select: Knex.QueryBuilder): AsyncGenerator<Row[]> {
  const { sql, bindings } = select.toSQL().toNative()
  const client = await pool.connect()
  const rows = new QueryStream(sql, [...bindings], { batchSize, highWaterMark: batchSize })
  // Not `destroy`: that waits for an answer, which a lost connection never gives.
  const fail = (error: Error) => rows.emit('error', error)
  let isDone = false
  try {
    let batch: Row[] = []
    client.on('error', fail)
    for await (const row of client.query(rows)) {
      batch.push(row)
      if (batch.length < batchSize) continue
      yield batch
      batch = []
    }
    if (batch.length > 0) yield batch
    isDone = true
  } finally {
    client.release(!isDone)
    client.off('error', fail)
  }
}
