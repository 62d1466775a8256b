import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '../kernel/database/connect.ts'
import { isActiveAdmin } from './account-rights.ts'

/** A program that calls with a key, and the admin who issued the key. */
export type KeyHolder = { apiKeyId: number; userId: number; rights: readonly string[] }

export type ApiKeys = {
  /** Makes the key of an ApiKeyIssued in the log, and stores its hash. */
  issue(key: { id: number; userId: number; rights: readonly string[]; until: string }): Promise<string>
  /** Forgets the hash, so that the key is refused from the next request on, in every process. Idempotent. */
  stop(id: number): Promise<void>
  /** The numbers of all keys that were not stopped. */
  held(): Promise<number[]>
  /** Null for a key that is wrong, has ended, was revoked, or whose issuer is no longer an active admin. */
  holderOf(secret: string): Promise<KeyHolder | null>
  /** The rights of the key with this number; null as for its secret. */
  rightsOf(id: number): Promise<readonly string[] | null>
}

/** Scanners of code find a key that was published by mistake by this beginning. */
const prefix = 'campaign_key_'
const shape = new RegExp(`^${prefix}[\\w-]{43}$`)

/** A key has 256 random bits, so that a plain hash of it cannot be guessed. */
const hash = (secret: string) => createHash('sha256').update(secret).digest()

/** Seconds between recorded uses: not every request, to spare the database. */
const renewal = 3600

/** Ended by the clock of the database, which all processes share. A key that was stopped has no hash. */
const inForce = `
  FROM app.api_keys JOIN app.accounts USING (user_id)
  WHERE hash IS NOT NULL AND until > now() AND ${isActiveAdmin}`

const holder = `
  SELECT id AS "apiKeyId", user_id AS "userId", rights,
    last_used_at IS NULL OR last_used_at < now() - make_interval(secs => $2) AS "isDue"
  ${inForce} AND hash = $1`

export function createApiKeys({ pool }: Pick<Database, 'pool'>): ApiKeys {
  return {
    async issue({ id, userId, rights, until }) {
      const secret = prefix + randomBytes(32).toString('base64url')
      await pool.query('INSERT INTO app.api_keys (id, hash, user_id, rights, until) VALUES ($1, $2, $3, $4, $5)', [
        ...[id, hash(secret), userId, rights, until],
      ])
      return secret
    },
    async stop(id) {
      await pool.query('UPDATE app.api_keys SET hash = NULL WHERE id = $1', [id])
    },
    async held() {
      const { rows } = await pool.query<{ id: number }>('SELECT id FROM app.api_keys WHERE hash IS NOT NULL')
      return rows.map(({ id }) => id)
    },
    async holderOf(secret) {
      if (!shape.test(secret)) return null
      const { rows } = await pool.query<KeyHolder & { isDue: boolean }>({
        name: 'api-key-holder',
        text: holder,
        values: [hash(secret), renewal],
      })
      const [found] = rows
      if (!found) return null
      const { isDue, ...key } = found
      if (isDue) await pool.query('UPDATE app.api_keys SET last_used_at = now() WHERE id = $1', [key.apiKeyId])
      return key
    },
    async rightsOf(id) {
      const { rows } = await pool.query<{ rights: string[] }>(`SELECT rights ${inForce} AND id = $1`, [id])
      return rows[0]?.rights ?? null
    },
  }
}
