import { createCipheriv, createDecipheriv, createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { createBatcher } from '../database/batcher.ts'
import type { Database } from '../database/connect.ts'
import type { RepeatKey } from './repeat-key.ts'

export type KeptAnswer = { fingerprint: string; status: number; body: () => string | null }

export type IdempotencyAnswers = {
  find(repeat: RepeatKey): Promise<KeptAnswer | null>
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
type Kept = { status: number; answer: Buffer }
/** A look-up, or (with `kept`) an answer to keep. */
type Asked = { repeat: RepeatKey; kept: Kept | null }

const hashOf = ({ commandId }: RepeatKey) => Buffer.from(commandId, 'hex')

// Not waiting for the disk is safe: after a crash the event ids, derived from the same key, make the repeat harmless.
const keepAndFind = `
  WITH unhurried AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)), written AS (
    INSERT INTO app.idempotency_answers AS kept (key_hash, fingerprint, status, answer)
    SELECT asked.* FROM unhurried,
      unnest($2::bytea[], $3::bytea[], $4::smallint[], $5::bytea[]) AS asked (key_hash, fingerprint, status, answer)
    ORDER BY key_hash
    ON CONFLICT (key_hash) DO UPDATE SET
      fingerprint = excluded.fingerprint, status = excluded.status,
      answer = excluded.answer, created_at = excluded.created_at
    WHERE kept.created_at <= now() - interval '24 hours'
  )
  SELECT key_hash, fingerprint, status, answer FROM app.idempotency_answers
  WHERE key_hash = ANY($1::bytea[]) AND created_at > now() - interval '24 hours'`

/** Many requests at once share one statement: those that come look up, those that leave keep. */
export function createIdempotencyAnswers({ pool }: Database): IdempotencyAnswers {
  const ask = createBatcher<Asked, KeptAnswer | null>(
    async (asked) => {
      const sought = asked.filter(({ kept }) => kept === null)
      // Two of one batch under one key came at the same moment: the first one's answer is the answer.
      const leaving = asked.toReversed().flatMap(({ repeat, kept }) => (kept ? { repeat, ...kept } : []))
      const first = [...new Map(leaving.map((one) => [one.repeat.commandId, one])).values()]
      const { rows } = await pool.query<Row>({
        name: 'idempotency-answers',
        text: keepAndFind,
        values: [
          sought.map(({ repeat }) => hashOf(repeat)),
          first.map(({ repeat }) => hashOf(repeat)),
          first.map(({ repeat }) => Buffer.from(repeat.fingerprint, 'hex')),
          first.map(({ status }) => status),
          first.map(({ answer }) => answer),
        ],
      })
      const byHash = new Map(rows.map((row) => [row.key_hash.toString('hex'), row]))
      return asked.map(({ repeat, kept }) => {
        const row = kept ? undefined : byHash.get(repeat.commandId)
        if (!row) return null
        const { fingerprint, status, answer } = row
        return { fingerprint: fingerprint.toString('hex'), status, body: () => open(repeat, status, answer) }
      })
    },
    { gather: 2 },
  )

  return {
    find: (repeat) => ask({ repeat, kept: null }),
    async keep(repeat, status, body) {
      await ask({ repeat, kept: { status, answer: seal(repeat, status, body) } })
    },
    async clean() {
      await pool.query("DELETE FROM app.idempotency_answers WHERE created_at <= now() - interval '24 hours'")
    },
  }
}
