import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Database } from '../database/connect.ts'
import type { RepeatKey } from './repeat-key.ts'

export type KeptAnswer = { fingerprint: string; status: number; body: () => string | null }

export type IdempotencyAnswers = {
  find(repeat: RepeatKey): Promise<KeptAnswer | null>
  keep(repeat: RepeatKey, status: number, body: string): Promise<void>
  /** Deletes answers older than 24 hours. */
  clean(): Promise<void>
}

// Answers hold personal data, and a row must not outlive an erasure in a readable form: the key that opens it is the
// client's own Idempotency-Key, which is stored nowhere.
const cipherKey = ({ key, commandId }: RepeatKey) =>
  Buffer.from(hkdfSync('sha256', key, Buffer.from(commandId, 'hex'), 'idempotent answer', 32))

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

type Row = { fingerprint: Buffer; status: number; answer: Buffer }

export function createIdempotencyAnswers({ pool }: Database): IdempotencyAnswers {
  return {
    async find(repeat) {
      const { rows } = await pool.query<Row>({
        name: 'idempotency-find',
        text: `SELECT fingerprint, status, answer FROM app.idempotency_answers
               WHERE key_hash = $1 AND created_at > now() - interval '24 hours'`,
        values: [Buffer.from(repeat.commandId, 'hex')],
      })
      const [row] = rows
      if (!row) return null
      const { fingerprint, status, answer } = row
      return { fingerprint: fingerprint.toString('hex'), status, body: () => open(repeat, status, answer) }
    },

    // Not waiting for the disk is safe: after a crash the event ids, derived from the same key, make the repeat harmless.
    async keep(repeat, status, body) {
      await pool.query({
        name: 'idempotency-keep',
        text: `WITH unhurried AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
               INSERT INTO app.idempotency_answers AS kept (key_hash, fingerprint, status, answer)
               SELECT $1::bytea, $2::bytea, $3::smallint, $4::bytea FROM unhurried
               ON CONFLICT (key_hash) DO UPDATE SET
                 fingerprint = excluded.fingerprint, status = excluded.status,
                 answer = excluded.answer, created_at = excluded.created_at
               WHERE kept.created_at <= now() - interval '24 hours'`,
        values: [
          Buffer.from(repeat.commandId, 'hex'),
          Buffer.from(repeat.fingerprint, 'hex'),
          status,
          seal(repeat, status, body),
        ],
      })
    },

    async clean() {
      await pool.query("DELETE FROM app.idempotency_answers WHERE created_at <= now() - interval '24 hours'")
    },
  }
}
