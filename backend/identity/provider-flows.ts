import { createHash } from 'node:crypto'
import type { Database } from '../kernel/database/connect.ts'
import type { ProviderName } from './providers.ts'

/** One trip to a provider and back. */
export type ProviderFlow = {
  provider: ProviderName
  /** Binds the ID token to this attempt. */
  nonce: string
  /** The page the person wanted to go to. */
  next: string | null
  /** The account to connect; null: sign in. */
  userId: number | null
}

/** Seconds a person may spend at the provider. */
export const flowSeconds = 600

export type ProviderFlows = {
  begin(state: string, flow: ProviderFlow): Promise<void>
  /** Works once: null for a state that is unknown, expired, or was already used. */
  finish(state: string): Promise<ProviderFlow | null>
}

const hash = (state: string) => createHash('sha256').update(state).digest()

type Row = { provider: ProviderName; nonce: string; next: string | null; user_id: number | null; is_alive: boolean }

/** Table app.provider_flows. */
export const createProviderFlows = ({ pool }: Pick<Database, 'pool'>): ProviderFlows => ({
  async begin(state, { provider, nonce, next, userId }) {
    await pool.query('DELETE FROM app.provider_flows WHERE expires_at < now()')
    await pool.query(
      `INSERT INTO app.provider_flows (state_hash, provider, nonce, next, user_id, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`,
      [hash(state), provider, nonce, next, userId, flowSeconds],
    )
  },
  async finish(state) {
    const { rows } = await pool.query<Row>(
      `DELETE FROM app.provider_flows WHERE state_hash = $1
       RETURNING provider, nonce, next, user_id, expires_at > now() AS is_alive`,
      [hash(state)],
    )
    const [row] = rows
    if (!row?.is_alive) return null
    return { provider: row.provider, nonce: row.nonce, next: row.next, userId: row.user_id }
  },
})
