import { createHash } from 'node:crypto'
import { createBatcher } from '../concurrency/batcher.ts'
import type { Database } from '../database/connect.ts'
import type { IdempotencyKey } from './idempotency-key.ts'

/** Authenticated encryption of answers under a 32-byte key, bound to a context; `decrypt` throws if anything differs. */
export type AnswerCipher = {
  encrypt(key: Uint8Array, plain: string, context: string): Buffer
  decrypt(key: Uint8Array, box: Uint8Array, context: string): Buffer
}

export type KeptAnswer = { fingerprint: string; status: number; body: () => string | null }

export type IdempotencyAnswers = {
  find(key: IdempotencyKey): Promise<KeptAnswer | null>
  /** Visible to `find` in this process immediately, and in others once it resolves. */
  keep(key: IdempotencyKey, status: number, body: string): Promise<void>
  /** Deletes answers older than 24 hours. */
  clean(): Promise<void>
}

// Responses contain personal data, and a row must not stay readable after an erasure: its encryption key is derived
// from the client’s own Idempotency-Key, which is stored nowhere.
const cipherKey = ({ key, commandId }: IdempotencyKey): Uint8Array =>
  createHash('sha256').update(`idempotent answer\0${commandId}\0`).update(key).digest()

const contextOf = (fingerprint: string, status: number) => `${fingerprint} ${status}`

type Row = { key_hash: Buffer; fingerprint: Buffer; status: number; answer: Buffer }
type Kept = { key: IdempotencyKey; status: number; answer: Buffer }

const hashOf = ({ commandId }: IdempotencyKey) => Buffer.from(commandId, 'hex')
const gatherTime = 50 // ms; no request waits for it

// Skipping the disk sync is safe: after a crash the event ids, derived from the same key, make a repetition harmless.
const keepAll = `
  WITH relaxed AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
  INSERT INTO app.idempotency_answers AS kept (key_hash, fingerprint, status, answer)
  SELECT answers.* FROM relaxed,
    unnest($1::bytea[], $2::bytea[], $3::smallint[], $4::bytea[]) AS answers (key_hash, fingerprint, status, answer)
  ORDER BY key_hash
  ON CONFLICT (key_hash) DO UPDATE SET
    fingerprint = excluded.fingerprint, status = excluded.status,
    answer = excluded.answer, created_at = excluded.created_at
  WHERE kept.created_at <= now() - interval '24 hours'`

/** Concurrent requests share one statement for lookups and one for writes. */
export function createIdempotencyAnswers({ pool }: Database, cipher: AnswerCipher): IdempotencyAnswers {
  /** Null when the bytes were changed. */
  function open(key: IdempotencyKey, status: number, answer: Buffer): string | null {
    try {
      return cipher.decrypt(cipherKey(key), answer, contextOf(key.fingerprint, status)).toString('utf8')
    } catch {
      return null
    }
  }

  const found = ({ fingerprint, status, answer }: Row, key: IdempotencyKey): KeptAnswer => ({
    fingerprint: fingerprint.toString('hex'),
    status,
    body: () => open(key, status, answer),
  })

  /** By commandId: responses that are being written to the table. */
  const pendingWrites = new Map<string, Row>()

  const lookUp = createBatcher<IdempotencyKey, KeptAnswer | null>(async (requests) => {
    const { rows } = await pool.query<Row>({
      name: 'idempotency-find',
      text: `SELECT key_hash, fingerprint, status, answer FROM app.idempotency_answers
        WHERE key_hash = ANY($1::bytea[]) AND created_at > now() - interval '24 hours'`,
      values: [requests.map(hashOf)],
    })
    const byHash = new Map(rows.map((row) => [row.key_hash.toString('hex'), row]))
    return requests.map((key) => {
      const row = byHash.get(key.commandId) ?? pendingWrites.get(key.commandId)
      return row ? found(row, key) : null
    })
  })

  const write = createBatcher<Kept, true>(
    async (requests) => {
      // Two in one batch with the same key arrived at the same moment: the first response counts.
      const first = [...new Map(requests.toReversed().map((one) => [one.key.commandId, one])).values()]
      await pool.query({
        name: 'idempotency-keep',
        text: keepAll,
        values: [
          first.map(({ key }) => hashOf(key)),
          first.map(({ key }) => Buffer.from(key.fingerprint, 'hex')),
          first.map(({ status }) => status),
          first.map(({ answer }) => answer),
        ],
      })
      return requests.map(() => true)
    },
    { gather: gatherTime },
  )

  return {
    async find(key) {
      const row = pendingWrites.get(key.commandId)
      return row ? found(row, key) : lookUp(key)
    },
    async keep(key, status, body) {
      const { commandId, fingerprint } = key
      const answer = cipher.encrypt(cipherKey(key), body, contextOf(fingerprint, status))
      if (!pendingWrites.has(commandId))
        pendingWrites.set(commandId, {
          key_hash: hashOf(key),
          fingerprint: Buffer.from(fingerprint, 'hex'),
          status,
          answer,
        })
      try {
        await write({ key, status, answer })
      } finally {
        pendingWrites.delete(commandId)
      }
    },
    async clean() {
      await pool.query("DELETE FROM app.idempotency_answers WHERE created_at <= now() - interval '24 hours'")
    },
  }
}
