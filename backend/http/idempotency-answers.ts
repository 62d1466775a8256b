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
  /** Known to `find` of this process from the call on, and to others when it resolves. */
  keep(key: IdempotencyKey, status: number, body: string): Promise<void>
  /** Deletes answers older than 24 hours. */
  clean(): Promise<void>
}

// Answers hold personal data, and a row must not outlive an erasure in a readable form: the key that opens it is drawn
// from the client's own Idempotency-Key, which is stored nowhere.
const cipherKey = ({ key, commandId }: IdempotencyKey): Uint8Array =>
  createHash('sha256').update(`idempotent answer\0${commandId}\0`).update(key).digest()

const contextOf = (fingerprint: string, status: number) => `${fingerprint} ${status}`

type Row = { key_hash: Buffer; fingerprint: Buffer; status: number; answer: Buffer }
type Kept = { key: IdempotencyKey; status: number; answer: Buffer }

const hashOf = ({ commandId }: IdempotencyKey) => Buffer.from(commandId, 'hex')
const gatherKept = 10 // ms: nobody waits for it

// Not waiting for the disk is safe: after a crash the event ids, derived from the same key, make the repeat harmless.
const keepAll = `
  WITH unhurried AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
  INSERT INTO app.idempotency_answers AS kept (key_hash, fingerprint, status, answer)
  SELECT asked.* FROM unhurried,
    unnest($1::bytea[], $2::bytea[], $3::smallint[], $4::bytea[]) AS asked (key_hash, fingerprint, status, answer)
  ORDER BY key_hash
  ON CONFLICT (key_hash) DO UPDATE SET
    fingerprint = excluded.fingerprint, status = excluded.status,
    answer = excluded.answer, created_at = excluded.created_at
  WHERE kept.created_at <= now() - interval '24 hours'`

/** Many requests at once share one statement, to look up and to keep. */
export function createIdempotencyAnswers({ pool }: Database, cipher: AnswerCipher): IdempotencyAnswers {
  /** null when the bytes are not what was kept. */
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

  /** By commandId: answers on their way into the table. */
  const onTheWay = new Map<string, Row>()

  const look = createBatcher<IdempotencyKey, KeptAnswer | null>(async (asked) => {
    const { rows } = await pool.query<Row>({
      name: 'idempotency-find',
      text: `SELECT key_hash, fingerprint, status, answer FROM app.idempotency_answers
        WHERE key_hash = ANY($1::bytea[]) AND created_at > now() - interval '24 hours'`,
      values: [asked.map(hashOf)],
    })
    const byHash = new Map(rows.map((row) => [row.key_hash.toString('hex'), row]))
    return asked.map((key) => {
      const row = byHash.get(key.commandId) ?? onTheWay.get(key.commandId)
      return row ? found(row, key) : null
    })
  })

  const write = createBatcher<Kept, true>(
    async (asked) => {
      // Two of one batch under one key came at the same moment: the first one's answer is the answer.
      const first = [...new Map(asked.toReversed().map((one) => [one.key.commandId, one])).values()]
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
      return asked.map(() => true)
    },
    { gather: gatherKept },
  )

  return {
    async find(key) {
      const row = onTheWay.get(key.commandId)
      return row ? found(row, key) : look(key)
    },
    async keep(key, status, body) {
      const { commandId, fingerprint } = key
      const answer = cipher.encrypt(cipherKey(key), body, contextOf(fingerprint, status))
      if (!onTheWay.has(commandId))
        onTheWay.set(commandId, {
          key_hash: hashOf(key),
          fingerprint: Buffer.from(fingerprint, 'hex'),
          status,
          answer,
        })
      try {
        await write({ key, status, answer })
      } finally {
        onTheWay.delete(commandId)
      }
    },
    async clean() {
      await pool.query("DELETE FROM app.idempotency_answers WHERE created_at <= now() - interval '24 hours'")
    },
  }
}
