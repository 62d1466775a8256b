import { DatabaseError } from 'pg'
import type { Database } from '../kernel/database/connect.ts'
import type { ProviderName } from './providers.ts'

export type Identities = {
  /** The account connected to this person at the provider; null when there is none. */
  find(provider: ProviderName, subject: string): Promise<number | null>
  /**
   * False when this person at the provider is connected to another account, or the account to another person at the
   * provider, or when the address was verified since the account was read, which removed other people’s connections.
   */
  connect(
    provider: ProviderName,
    subject: string,
    account: { userId: number; isEmailVerified: boolean },
  ): Promise<boolean>
  of(userId: number): Promise<ProviderName[]>
  disconnect(userId: number, provider: ProviderName): Promise<void>
}

/** Table app.identities. */
export const createIdentities = ({ pool }: Pick<Database, 'pool'>): Identities => ({
  async find(provider, subject) {
    const { rows } = await pool.query<{ user_id: number }>(
      'SELECT user_id FROM app.identities WHERE provider = $1 AND subject = $2',
      [provider, subject],
    )
    return rows[0]?.user_id ?? null
  },
  async connect(provider, subject, { userId, isEmailVerified }) {
    try {
      const { rowCount } = await pool.query(
        `INSERT INTO app.identities AS identity (provider, subject, user_id)
         SELECT $1, $2, user_id FROM app.accounts WHERE user_id = $3 AND is_email_verified = $4 FOR SHARE
         ON CONFLICT (provider, subject) DO UPDATE SET user_id = identity.user_id WHERE identity.user_id = $3`,
        [provider, subject, userId, isEmailVerified],
      )
      return rowCount === 1
    } catch (error) {
      if (error instanceof DatabaseError && error.code === '23505') return false
      throw error
    }
  },
  async of(userId) {
    const { rows } = await pool.query<{ provider: ProviderName }>(
      'SELECT provider FROM app.identities WHERE user_id = $1 ORDER BY provider',
      [userId],
    )
    return rows.map(({ provider }) => provider)
  },
  async disconnect(userId, provider) {
    await pool.query('DELETE FROM app.identities WHERE user_id = $1 AND provider = $2', [userId, provider])
  },
})
