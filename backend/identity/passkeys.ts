import type { Database } from '../kernel/database/connect.ts'
import { transaction } from '../kernel/database/transaction.ts'
import { endOtherSessions } from './session-ends.ts'
import { type InSession, lockInSession } from './session-lock.ts'

/** One row of app.passkeys. */
export type Passkey = {
  id: string
  userId: number
  /** Base64url, as in the browser's answers. */
  credentialId: string
  publicKey: Uint8Array<ArrayBuffer>
  /** Signatures made so far; 0 where the authenticator does not count. */
  counter: number
  transports: string[]
  name: string
  isBackedUp: boolean
  /** ISO 8601. */
  createdAt: string
  lastUsedAt: string | null
}

export type Passkeys = {
  /** Newest first. */
  of(userId: number): Promise<Passkey[]>
  /** `handle`: the authenticator’s id for its owner. Null: unknown, or removed. */
  find(credentialId: string): Promise<(Passkey & { handle: string }) | null>
  /** The authenticators’ id for the account: random, in base64url. */
  handleOf(userId: number): Promise<string>
  /** `known`: an account already has the credential. `ended`: the session is over. */
  add(
    person: InSession,
    passkey: Omit<Passkey, 'userId' | 'createdAt' | 'lastUsedAt'>,
  ): Promise<Passkey | 'known' | 'ended'>
  rename(userId: number, id: string, name: string): Promise<Passkey | null>
  /** Records a use. False when the counter did not grow: another device may have a copy, or another use was faster. */
  use(id: string, counter: number, isBackedUp: boolean): Promise<boolean>
  /**
   * Removes one, and ends the other sessions that started with a passkey. `needed`: it is the only second step that the
   * account has.
   */
  remove(person: InSession, id: string): Promise<'removed' | 'needed' | 'unknown'>
}

type Row = {
  id: string
  user_id: number
  credential_id: Buffer
  public_key: Buffer
  /** bigint. */
  counter: string
  transports: string[]
  name: string
  is_backed_up: boolean
  created_at: string
  last_used_at: string | null
}

const toPasskey = (row: Row): Passkey => ({
  id: row.id,
  userId: row.user_id,
  credentialId: row.credential_id.toString('base64url'),
  publicKey: Uint8Array.from(row.public_key),
  counter: Number(row.counter),
  transports: row.transports,
  name: row.name,
  isBackedUp: row.is_backed_up,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
})

const bytes = (text: string) => Buffer.from(text, 'base64url')
const handleOf = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url')

/** Table app.passkeys: public keys only, so that a leaked copy cannot sign in. */
export function createPasskeys({ pool }: Pick<Database, 'pool'>): Passkeys {
  return {
    async of(userId) {
      const { rows } = await pool.query<Row>(
        'SELECT * FROM app.passkeys WHERE user_id = $1 ORDER BY created_at DESC, id',
        [userId],
      )
      return rows.map(toPasskey)
    },

    async find(credentialId) {
      const { rows } = await pool.query<Row & { passkey_handle: string }>(
        `SELECT passkeys.*, passkey_handle FROM app.passkeys JOIN app.accounts USING (user_id)
         WHERE credential_id = $1 AND registered_at IS NOT NULL`,
        [bytes(credentialId)],
      )
      const [row] = rows
      return row ? { ...toPasskey(row), handle: handleOf(row.passkey_handle) } : null
    },

    async handleOf(userId) {
      const { rows } = await pool.query<{ passkey_handle: string }>(
        'SELECT passkey_handle FROM app.accounts WHERE user_id = $1',
        [userId],
      )
      return handleOf(rows[0]?.passkey_handle ?? '')
    },

    add: (person, { id, credentialId, publicKey, counter, transports, name, isBackedUp }) =>
      transaction(pool, async (client) => {
        if (!(await lockInSession(client, person))) return 'ended'
        const { rows } = await client.query<Row>(
          `INSERT INTO app.passkeys (id, user_id, credential_id, public_key, counter, transports, name, is_backed_up)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (credential_id) DO NOTHING RETURNING *`,
          [id, person.id, bytes(credentialId), Buffer.from(publicKey), counter, transports, name, isBackedUp],
        )
        const [row] = rows
        return row ? toPasskey(row) : 'known'
      }),

    async rename(userId, id, name) {
      const { rows } = await pool.query<Row>(
        'UPDATE app.passkeys SET name = $3 WHERE user_id = $1 AND id = $2 RETURNING *',
        [userId, id, name],
      )
      const [row] = rows
      return row ? toPasskey(row) : null
    },

    async use(id, counter, isBackedUp) {
      const { rowCount } = await pool.query(
        `UPDATE app.passkeys SET counter = $2, is_backed_up = $3, last_used_at = now()
         WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))`,
        [id, counter, isBackedUp],
      )
      return rowCount === 1
    },

    remove: ({ id: userId, sessionId }, id) =>
      transaction(pool, async (client) => {
        // Locked in a statement of its own, so that the second of two simultaneous removals sees the result of the
        // first.
        await client.query('SELECT FROM app.accounts WHERE user_id = $1 FOR UPDATE', [userId])
        const { rows } = await client.query<{ is_needed: boolean; is_known: boolean }>(
          `SELECT has_second_factor
             AND NOT EXISTS (SELECT FROM app.second_factors AS app WHERE app.user_id = $1 AND turned_on_at IS NOT NULL)
             AND NOT EXISTS (SELECT FROM app.passkeys AS other WHERE other.user_id = $1 AND other.id <> $2) AS is_needed,
             EXISTS (SELECT FROM app.passkeys AS own WHERE own.user_id = $1 AND own.id = $2) AS is_known
           FROM app.accounts WHERE user_id = $1`,
          [userId, id],
        )
        const [found] = rows
        if (!found?.is_known) return 'unknown'
        if (found.is_needed) return 'needed'
        await client.query('DELETE FROM app.passkeys WHERE user_id = $1 AND id = $2', [userId, id])
        await endOtherSessions(client, { reason: 'passkey-removed' }, userId, sessionId, "method = 'passkey'")
        return 'removed'
      }),
  }
}
