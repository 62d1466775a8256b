import type { Database } from '../kernel/database/connect.ts'
import { transaction } from '../kernel/database/transaction.ts'
import { switchOff } from './second-factors.ts'
import { endSessions } from './session-ends.ts'

export type AccountEmails = {
  /**
   * Marks the address as proven by its reader. A password, passkeys, providers, a second factor and sessions from
   * before may belong to a stranger who typed the address, so all of them are removed unless `isSamePerson`. Does
   * nothing if it was already proven; an admin’s word is no proof.
   */
  proveEmail(userId: number, options: { isSamePerson: boolean }): Promise<{ isPasswordRemoved: boolean }>
  /** Marks the address as not proven; does nothing if this or a later revision was already applied. */
  unproveEmail(userId: number, revision: number): Promise<void>
  /** Replaces the address; does nothing if this or a later revision was already applied. */
  changeEmail(change: EmailChange): Promise<void>
}

export type EmailChange = {
  userId: number
  subject: string
  email: string
  emailHash: string
  isVerified: boolean
  revision: number
}

/** The email addresses of accounts, in app.accounts. */
export const createAccountEmails = ({ pool }: Pick<Database, 'pool'>): AccountEmails => ({
  async proveEmail(userId, { isSamePerson }) {
    return transaction(pool, async (client) => {
      // Locked first, so that the following statements see every session that the wrong person may have started.
      const { rows } = await client.query<{ has_password: boolean }>(
        `SELECT password_hash IS NOT NULL AS has_password FROM app.accounts
         WHERE user_id = $1 AND NOT is_email_verified FOR UPDATE`,
        [userId],
      )
      const [unproven] = rows
      if (!unproven) return { isPasswordRemoved: false }
      await client.query('UPDATE app.accounts SET is_email_verified = true WHERE user_id = $1', [userId])
      if (isSamePerson) return { isPasswordRemoved: false }
      await client.query('UPDATE app.accounts SET password_hash = NULL WHERE user_id = $1', [userId])
      await client.query('DELETE FROM app.identities WHERE user_id = $1', [userId])
      await switchOff(client, userId)
      await client.query('DELETE FROM app.passkeys WHERE user_id = $1', [userId])
      await endSessions(client, { reason: 'address-proven' }, 'sessions.user_id = $1', [userId])
      return { isPasswordRemoved: unproven.has_password }
    })
  },
  async unproveEmail(userId, revision) {
    await pool.query(
      `UPDATE app.accounts SET is_email_verified = false, email_revision = $2
       WHERE user_id = $1 AND email_revision < $2`,
      [userId, revision],
    )
  },
  async changeEmail({ userId, subject, email, emailHash, isVerified, revision }) {
    await pool.query(
      `UPDATE app.accounts SET subject = $2, email = $3, email_hash = $4, is_email_verified = $6, email_revision = $5
       WHERE user_id = $1 AND email_revision < $5`,
      [userId, subject, email, Buffer.from(emailHash, 'hex'), revision, isVerified],
    )
  },
})
