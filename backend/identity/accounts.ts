import { DatabaseError } from 'pg'
import type { HeldWithRights, RoleGrant } from '../../records/staff-rights.ts'
import type { Database } from '../kernel/database/connect.ts'
import { transaction } from '../kernel/database/transaction.ts'
import { type AccountEmails, createAccountEmails } from './account-emails.ts'
import { type AccountRights, createAccountRights, isActiveAdmin, isStaffAccount } from './account-rights.ts'
import { type InSession, lockInSession } from './session-lock.ts'

/** `name`: of a role of the campaign’s own that was not removed. */
export type HeldRoleRow = RoleGrant & HeldWithRights & { name?: string }

/** One row of app.accounts: the authority on permissions, read on every request. `email` is personal: see `erase`. */
export type Account = {
  userId: number
  /** The subject of the person in the log, since their current address. */
  subject: string
  email: string
  passwordHash: string | null
  isAdmin: boolean
  /** An admin, or a person with a role, even one that has ended. */
  isStaff: boolean
  /** Ended ones too. */
  roles: readonly HeldRoleRow[]
  isActive: boolean
  /** Evaluated now: a ban ends by itself at `bannedUntil`. */
  isBanned: boolean
  banReason: string | null
  /** ISO 8601; null for an open end. */
  bannedUntil: string | null
  /** Proven by its reader; an admin’s word is only in the log and the read model. */
  isEmailVerified: boolean
  /** Sign-in requires a code: identity/second-factors.ts. */
  hasSecondFactor: boolean
  /** ISO 8601. */
  createdAt: string
  /** False until UserRegistered is in the log; the owner cannot sign in before. */
  isRegistered: boolean
  /** The registration that wrote the password. */
  claim: string | null
}

export type Claim = {
  userId: number
  subject: string
  email: string
  /** HMAC in hex, from SubjectKeys.emailHash. */
  emailHash: string
  /** Null: the person proved their identity in another way. */
  passwordHash: string | null
  createdAt: string
  claim: string
}

export type Accounts = AccountEmails &
  AccountRights & {
    byId(userId: number): Promise<Account | null>
    byEmailHash(emailHash: string): Promise<Account | null>
    /**
     * Writes the row of a pending registration. False when the address has an account or another claim from the last 30
     * s, or the person was just erased.
     */
    claim(claim: Claim): Promise<boolean>
    /**
     * Confirms the claimed row once UserRegistered is in the log, so that its owner can sign in. False when another
     * claim took it over.
     */
    confirm(userId: number, claim: string): Promise<boolean>
    /** Restores from UserRegistered a row that was lost or never confirmed. Idempotent. */
    restore(account: Omit<Claim, 'passwordHash' | 'claim'>): Promise<void>
    setPasswordHash(userId: number, passwordHash: string): Promise<void>
    /** False when the session has ended, or the password is no longer the one that was checked. */
    changePasswordHash(person: InSession, hashes: { from: string | null; to: string }): Promise<boolean>
    /** Stores a new hash of the same password. False when it is no longer the password. */
    renewPasswordHash(userId: number, hashes: { from: string; to: string }): Promise<boolean>
    hasActiveAdmin(): Promise<boolean>
    isActiveAdmin(subject: string): Promise<boolean>
    admins(): Promise<Account[]>
    /** Admins, and people with a role. */
    staff(): Promise<Account[]>
    /** True at most once a day per account: whether to notify its owner of an attempt to register the address. */
    shouldNotify(userId: number): Promise<boolean>
    /** Deletes the row of the person and all sessions. */
    erase(subject: string): Promise<void>
    /** Deletes one account, whose subject others may share. */
    eraseById(userId: number): Promise<void>
  }

type Row = {
  user_id: number
  subject: string
  email: string
  password_hash: string | null
  is_admin: boolean
  held_roles: HeldRoleRow[]
  is_active: boolean
  is_banned_now: boolean
  ban_reason: string | null
  banned_until: string | null
  is_email_verified: boolean
  has_second_factor: boolean
  created_at: string
  registered_at: string | null
  claim: string | null
}

const toAccount = (row: Row): Account => ({
  userId: row.user_id,
  subject: row.subject,
  email: row.email,
  passwordHash: row.password_hash,
  isAdmin: row.is_admin,
  isStaff: row.is_admin || row.held_roles.length > 0,
  roles: row.held_roles,
  isActive: row.is_active,
  isBanned: row.is_banned_now,
  banReason: row.ban_reason,
  bannedUntil: row.banned_until,
  isEmailVerified: row.is_email_verified,
  hasSecondFactor: row.has_second_factor,
  createdAt: row.created_at,
  isRegistered: row.registered_at !== null,
  claim: row.claim,
})

/** Locked, so that an erasure either comes first, or finds the row that is being written. */
const keyOf = (subject: string) =>
  `WITH key AS (SELECT erased_at FROM eventlog.subject_keys WHERE subject = ${subject} FOR SHARE)`
const isNotErased = 'NOT EXISTS (SELECT FROM key WHERE erased_at IS NOT NULL)'

const bytes = (hex: string) => Buffer.from(hex, 'hex')

export function createAccounts({ pool }: Pick<Database, 'pool'>): Accounts {
  const find = async (where: string, values: unknown[]) =>
    (
      await pool.query<Row>(
        `SELECT *, app.is_banned(accounts) AS is_banned_now, app.held_roles(roles) AS held_roles FROM app.accounts WHERE ${where}`,
        values,
      )
    ).rows.map(toAccount)
  const changed = async (text: string, values: unknown[]) => ((await pool.query(text, values)).rowCount ?? 0) > 0

  /** Two simultaneous first claims can collide on the primary key, which ON CONFLICT does not cover here. */
  async function unlessTaken(text: string, values: unknown[]): Promise<boolean> {
    try {
      return await changed(text, values)
    } catch (error) {
      if (error instanceof DatabaseError && error.code === '23505') return false
      throw error
    }
  }

  return {
    ...createAccountEmails({ pool }),
    ...createAccountRights({ pool }),
    byId: async (userId) => (await find('user_id = $1', [userId]))[0] ?? null,
    byEmailHash: async (emailHash) => (await find('email_hash = $1', [bytes(emailHash)]))[0] ?? null,

    claim: ({ userId, subject, email, emailHash, passwordHash, createdAt, claim }) =>
      unlessTaken(
        `${keyOf('$2')}
         INSERT INTO app.accounts AS account
           (user_id, subject, email, email_hash, password_hash, created_at, claim, claimed_at)
         SELECT $1, $2, $3, $4, $5, $6, $7, now() WHERE ${isNotErased}
         ON CONFLICT (email_hash) DO UPDATE SET
           email = excluded.email, password_hash = excluded.password_hash, created_at = excluded.created_at,
           claim = excluded.claim, claimed_at = excluded.claimed_at
         WHERE account.registered_at IS NULL AND account.user_id = excluded.user_id
           AND (account.claim = excluded.claim OR account.claimed_at < now() - interval '30 seconds')`,
        [userId, subject, email, bytes(emailHash), passwordHash, createdAt, claim],
      ),
    confirm: (userId, claim) =>
      changed(
        'UPDATE app.accounts SET registered_at = coalesce(registered_at, now()) WHERE user_id = $1 AND claim = $2',
        [userId, claim],
      ),
    async restore({ userId, subject, email, emailHash, createdAt }) {
      await pool.query(
        `${keyOf('$2')}
         INSERT INTO app.accounts AS account (user_id, subject, email, email_hash, created_at, registered_at)
         SELECT $1, $2, $3, $4, $5, now() WHERE ${isNotErased}
         ON CONFLICT (user_id) DO UPDATE SET registered_at = coalesce(account.registered_at, now())`,
        [userId, subject, email, bytes(emailHash), createdAt],
      )
    },
    async setPasswordHash(userId, passwordHash) {
      await pool.query('UPDATE app.accounts SET password_hash = $2 WHERE user_id = $1', [userId, passwordHash])
    },
    changePasswordHash: (person, { from, to }) =>
      transaction(pool, async (client) => {
        if (!(await lockInSession(client, person))) return false
        const { rowCount } = await client.query(
          'UPDATE app.accounts SET password_hash = $3 WHERE user_id = $1 AND password_hash IS NOT DISTINCT FROM $2',
          [person.id, from, to],
        )
        return rowCount === 1
      }),
    renewPasswordHash: (userId, { from, to }) =>
      changed('UPDATE app.accounts SET password_hash = $3 WHERE user_id = $1 AND password_hash = $2', [
        userId,
        from,
        to,
      ]),
    hasActiveAdmin: async () => (await find(`${isActiveAdmin} LIMIT 1`, [])).length > 0,
    isActiveAdmin: async (subject) => (await find(`${isActiveAdmin} AND subject = $1`, [subject])).length > 0,
    admins: () => find('is_admin AND registered_at IS NOT NULL ORDER BY user_id', []),
    staff: () => find(`${isStaffAccount} AND registered_at IS NOT NULL ORDER BY user_id`, []),
    shouldNotify: (userId) =>
      changed(
        `UPDATE app.accounts SET notified_at = now()
         WHERE user_id = $1 AND (notified_at IS NULL OR notified_at < now() - interval '1 day')`,
        [userId],
      ),
    async erase(subject) {
      // Sessions, sign-ins, provider connections, one-time tokens, passkeys and the second factor are deleted with the row.
      await pool.query('DELETE FROM app.accounts WHERE subject = $1', [subject])
    },
    async eraseById(userId) {
      await pool.query('DELETE FROM app.accounts WHERE user_id = $1', [userId])
    },
  }
}
