import { createCipheriv, createDecipheriv, createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { createBatcher } from '../concurrency/batcher.ts'
import type { Database } from '../database/connect.ts'
import type { RepeatKey } from './idempotency-key.ts'

export type KeptAnswer = { fingerprint: string; status: number; body: () => string | null }

export type IdempotencyAnswers = {
  find(repeat: RepeatKey): Promise<KeptAnswer | null>
  /** Known to `find` of this process from the call on, and to others when it resolves. */
  keep(repeat: RepeatKey, status: number, body: string): Promise<void>
  /** Deletes answers older than 24 hours. */
  clean(): Promise<void>
}

// Answers hold personal data, and a row must not outlive an erasure in a readable form: the key that opens it is drawn
// from the client's own Idempotency-Key, which is stored nowhere.
function cipherKey({ key, commandId }: RepeatKey): KeyObject {
  return createSecretKey(createHash('sha256').update(`idempotent answer\0${commandId}\0`).update(key).digest())
}

const authenticated = (fingerprint: string, status: number) => Buffer.from(`${fingerprint} ${status}`)

/** 12 bytes of nonce, 16 of tag, then the ciphertext (AES-256-GCM). */
function seal(repeat: RepeatKey, status: number, body: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', cipherKey(repeat), nonce)
  cipher.setAAD(authenticated(repeat.fingerprint, status))
  const text = Buffer.concat([cipher.update(body, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

/** null when the bytes are not what was kept. */
function open(repeat: RepeatKey, status: number, answer: Buffer): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', cipherKey(repeat), answer.subarray(0, 12), { authTagLength: 16 })
    decipher.setAAD(authenticated(repeat.fingerprint, status))
    decipher.setAuthTag(answer.subarray(12, 28))
    return Buffer.concat([decipher.update(answer.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

type Row = { key_hash: Buffer; fingerprint: Buffer; status: number; answer: Buffer }
type Kept = { repeat: RepeatKey; status: number; answer: Buffer }

const hashOf = ({ commandId }: RepeatKey) => Buffer.from(commandId, 'hex')
const gatherKept = 10 // ms: nobody waits for it

const found = ({ fingerprint, status, answer }: Row, repeat: RepeatKey): KeptAnswer => ({
  fingerprint: fingerprint.toString('hex'),
  status,
  body: () => open(repeat, status, answer),
})

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
export function createIdempotencyAnswers({ pool }: Database): IdempotencyAnswers {
  /** By commandId: answers on their way into the table. */
  const onTheWay = new Map<string, Row>()

  const look = createBatcher<RepeatKey, KeptAnswer | null>(async (asked) => {
    const { rows } = await pool.query<Row>({
      name: 'idempotency-find',
      text: `SELECT key_hash, fingerprint, status, answer FROM app.idempotency_answers
        WHERE key_hash = ANY($1::bytea[]) AND created_at > now() - interval '24 hours'`,
      values: [asked.map(hashOf)],
    })
    const byHash = new Map(rows.map((row) => [row.key_hash.toString('hex'), row]))
    return asked.map((repeat) => {
      const row = byHash.get(repeat.commandId) ?? onTheWay.get(repeat.commandId)
      return row ? found(row, repeat) : null
    })
  })

  const write = createBatcher<Kept, true>(
    async (asked) => {
      // Two of one batch under one key came at the same moment: the first one's answer is the answer.
      const first = [...new Map(asked.toReversed().map((one) => [one.repeat.commandId, one])).values()]
      await pool.query({
        name: 'idempotency-keep',
        text: keepAll,
        values: [
          first.map(({ repeat }) => hashOf(repeat)),
          first.map(({ repeat }) => Buffer.from(repeat.fingerprint, 'hex')),
          first.map(({ status }) => status),
          first.map(({ answer }) => answer),
        ],
      })
      return asked.map(() => true)
    },
    { gather: gatherKept },
  )

  return {
    async find(repeat) {
      const row = onTheWay.get(repeat.commandId)
      return row ? found(row, repeat) : look(repeat)
    },
    async keep(repeat, status, body) {
      const { commandId, fingerprint } = repeat
      const answer = seal(repeat, status, body)
      if (!onTheWay.has(commandId))
        onTheWay.set(commandId, {
          key_hash: hashOf(repeat),
          fingerprint: Buffer.from(fingerprint, 'hex'),
          status,
          answer,
        })
      try {
        await write({ repeat, status, answer })
      } finally {
        onTheWay.delete(commandId)
      }
    },
    async clean() {
      await pool.query("DELETE FROM app.idempotency_answers WHERE created_at <= now() - interval '24 hours'")
    },
  }
}
