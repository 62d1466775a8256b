import type pg from 'pg'
import QueryStream from 'pg-query-stream'
import type { EmailSignup } from '../../contract/email-signups.ts'

export type ExportedSignup = Pick<EmailSignup, 'id' | 'email' | 'firstName' | 'createdAt'>

const select = `SELECT id, email, first_name AS "firstName", created_at AS "createdAt"
  FROM read.email_signups WHERE NOT is_erased ORDER BY id`

const batchSize = 500 // rows

/**
 * The mailing list in one snapshot, oldest first, from a cursor, in batches. It holds a connection meanwhile; ending the
 * iteration early closes it.
 */
export async function* emailSignupBatches(pool: pg.Pool): AsyncGenerator<ExportedSignup[]> {
  const client = await pool.connect()
  let isDone = false
  try {
    let batch: ExportedSignup[] = []
    const rows = client.query(new QueryStream(select, [], { batchSize, highWaterMark: batchSize }))
    // Not `destroy`: that waits for an answer, which a lost connection never gives.
    client.once('error', (error) => rows.emit('error', error))
    for await (const row of rows) {
      batch.push(row)
      if (batch.length < batchSize) continue
      yield batch
      batch = []
    }
    if (batch.length > 0) yield batch
    isDone = true
  } finally {
    client.release(!isDone)
  }
}
