import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import type pg from 'pg'
import { createSemaphore } from '../kernel/concurrency/semaphore.ts'
import type { Database } from '../kernel/database/connect.ts'
import { transactionAround } from '../kernel/database/transaction.ts'

/**
 * `first-admin`: for its holder, while there is no admin. `admin-invitation`: for one address. `magic-link`: signs its
 * address in; so does `magic-link-code`, along with the code from the same email. `email-change`: gives its account
 * another address.
 */
export type Purpose = 'first-admin' | 'admin-invitation' | 'magic-link' | 'magic-link-code' | 'email-change'

/** Number of codes that may be tried with one token. */
const maxTries = 5

export type OneTimeToken = {
  /** SHA-256 of the token's id, in hex. */
  idHash: string
  /** The address it was issued for, from SubjectKeys.emailHash. */
  emailHash: string | null
  /** The address itself: only in the token, which only its owner gets. */
  email: string | null
  /** The account it was issued for or bound to. */
  userId: number | null
  /** The id of the invitation, as in the log; only in the token. Null in those of older versions. */
  invitation: string | null
  isUsed: boolean
  /** ISO 8601, UTC. */
  expiresAt: string
}

type IssueOptions = { seconds: number; emailHash?: string; email?: string; userId?: number; invitation?: string }

export type OneTimeTokens = {
  /** A signed JWT (HS256) with a 256-bit random id, of which the database stores only the hash. */
  issue(purpose: Purpose, options: IssueOptions): Promise<string>
  /** A token that needs its six-digit code: the token goes to the page that asked, the code to the inbox. */
  issueWithCode(purpose: Purpose, options: IssueOptions): Promise<{ token: string; code: string }>
  /** Null: forged, for another purpose, expired or unknown. */
  read(token: string, purpose: Purpose): Promise<OneTimeToken | null>
  /** Like `read`, but the caller decides by `expiresAt` whether the token has expired. */
  readOfAnyAge(token: string, purpose: Purpose): Promise<OneTimeToken | null>
  /**
   * Like `read`, for a token with a code. Every call counts as an attempt, and after five the right code is rejected
   * too. Also null when the token was used.
   */
  readWithCode(token: string, purpose: Purpose, code: string): Promise<OneTimeToken | null>
  /** Binds the token to this account. False when it was used or is bound to another one. */
  bind(idHash: string, userId: number): Promise<boolean>
  /** Marks the token as used, along with all others with its purpose (a link and its code have the same) and address. */
  use(idHash: string): Promise<void>
  /** Like `use`, but only once: true for exactly one caller, however many try at the same time. */
  take(idHash: string): Promise<boolean>
  /**
   * Does the work that a token of an account authorizes, then uses it up; after failed work the token stays valid.
   * False when it was used or withdrawn. A withdrawal either waits for the work, or comes first.
   */
  takeFor(token: { idHash: string; userId: number }, work: () => Promise<void>): Promise<boolean>
  /** Invalidates the tokens with this purpose that were issued for the account. */
  withdraw(userId: number, purpose: Purpose): Promise<void>
}

const hash = (id: string) => createHash('sha256').update(id).digest()

/** Using the code also invalidates the link in the same email, and the other way around. */
const family = (table: string) => `replace(${table}.purpose, '-code', '')`

type Row = { email_hash: Buffer | null; user_id: number | null; used_at: string | null; expires_at: string }

type Opened = { id: string; email: string | null; invitation: string | null }

const toToken = ({ id, email, invitation }: Opened, row: Row): OneTimeToken => ({
  idHash: hash(id).toString('hex'),
  emailHash: row.email_hash?.toString('hex') ?? null,
  email,
  userId: row.user_id,
  invitation,
  isUsed: row.used_at !== null,
  expiresAt: row.expires_at,
})

export function createOneTimeTokens({
  database: { pool },
  key,
}: {
  database: Pick<Database, 'pool'>
  /** 32 bytes, derived from the application secret for this purpose only. */
  key: Uint8Array
}): OneTimeTokens {
  /** The contents of the token; null when we did not sign it for this purpose, or it had expired at this time. */
  async function openToken(token: string, purpose: Purpose, currentDate = new Date()): Promise<Opened | null> {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        audience: purpose,
        requiredClaims: ['jti', 'exp'],
        currentDate,
      })
      const { jti: id, email, invitation } = payload
      if (id === undefined) return null
      return {
        id,
        email: typeof email === 'string' ? email : null,
        invitation: typeof invitation === 'string' ? invitation : null,
      }
    } catch (error) {
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  }

  async function use(idHash: string): Promise<void> {
    await pool.query(
      `UPDATE app.one_time_tokens AS other SET used_at = now() FROM app.one_time_tokens AS used
       WHERE used.id_hash = $1 AND ${family('other')} = ${family('used')} AND other.used_at IS NULL
         AND other.email_hash IS NOT DISTINCT FROM used.email_hash`,
      [Buffer.from(idHash, 'hex')],
    )
  }

  // Each caller holds a connection while the work, which needs others, runs.
  const few = createSemaphore({
    running: 2,
    waiting: 1000,
    whenFull: 'Too many people are changing their accounts right now. Please try again in a few seconds.',
  })
  /** Not a lock of the rows, which are deleted with an erased account: the erasure must not wait for the work. */
  const oneOf = <Result>(userId: number, work: (client: pg.PoolClient) => Promise<Result>) =>
    few(() =>
      transactionAround(pool, async (client) => {
        await client.query("SELECT pg_advisory_xact_lock(hashtextextended('tokens ' || $1, 0))", [userId])
        return work(client)
      }),
    )

  const codeHash = (id: string, code: string) => createHmac('sha256', key).update(`${id} ${code}`).digest()

  async function issue(
    purpose: Purpose,
    { seconds, emailHash, email, userId, invitation }: IssueOptions,
    code: string | null,
  ): Promise<string> {
    const id = randomBytes(32).toString('base64url')
    const now = Math.floor(Date.now() / 1000)
    await pool.query("DELETE FROM app.one_time_tokens WHERE expires_at < now() - interval '1 day'")
    await pool.query(
      `INSERT INTO app.one_time_tokens (id_hash, purpose, email_hash, user_id, expires_at, code_hash)
       VALUES ($1, $2, $3, $4, to_timestamp($5), $6)`,
      [
        hash(id),
        purpose,
        emailHash === undefined ? null : Buffer.from(emailHash, 'hex'),
        userId ?? null,
        now + seconds,
        code === null ? null : codeHash(id, code),
      ],
    )
    return new SignJWT({ ...(email !== undefined && { email }), ...(invitation !== undefined && { invitation }) })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setJti(id)
      .setAudience(purpose)
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(key)
  }

  async function find(opened: Opened, purpose: Purpose, condition: string): Promise<OneTimeToken | null> {
    const { rows } = await pool.query<Row>(
      `SELECT email_hash, user_id, used_at, expires_at FROM app.one_time_tokens
       WHERE id_hash = $1 AND purpose = $2 AND ${condition}`,
      [hash(opened.id), purpose],
    )
    return rows[0] ? toToken(opened, rows[0]) : null
  }

  return {
    issue: (purpose, options) => issue(purpose, options, null),

    async issueWithCode(purpose, options) {
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      return { token: await issue(purpose, options, code), code }
    },

    async readWithCode(token, purpose, code) {
      const opened = await openToken(token, purpose)
      if (opened === null) return null
      const { id } = opened
      // Counted before the comparison, so that parallel attempts get no more tries than sequential ones.
      const { rows } = await pool.query<Row & { code_hash: Buffer }>(
        `UPDATE app.one_time_tokens SET tries = tries + 1
         WHERE id_hash = $1 AND purpose = $2 AND expires_at > now() AND used_at IS NULL AND tries < $3
           AND code_hash IS NOT NULL
         RETURNING email_hash, user_id, used_at, expires_at, code_hash`,
        [hash(id), purpose, maxTries],
      )
      const [row] = rows
      const isRight = timingSafeEqual(codeHash(id, code), row?.code_hash ?? codeHash(id, ''))
      return row && isRight ? toToken(opened, row) : null
    },

    async read(token, purpose) {
      const opened = await openToken(token, purpose)
      return opened && find(opened, purpose, 'expires_at > now()')
    },
    async readOfAnyAge(token, purpose) {
      const opened = await openToken(token, purpose, new Date(0))
      return opened && find(opened, purpose, 'true')
    },

    async bind(idHash, userId) {
      const { rowCount } = await pool.query(
        `UPDATE app.one_time_tokens SET user_id = $2
         WHERE id_hash = $1 AND used_at IS NULL AND expires_at > now() AND (user_id IS NULL OR user_id = $2)`,
        [Buffer.from(idHash, 'hex'), userId],
      )
      return rowCount === 1
    },

    use,
    async take(idHash) {
      const { rowCount } = await pool.query(
        'UPDATE app.one_time_tokens SET used_at = now() WHERE id_hash = $1 AND used_at IS NULL AND expires_at > now()',
        [Buffer.from(idHash, 'hex')],
      )
      if (rowCount !== 1) return false
      await use(idHash)
      return true
    },
    takeFor: ({ idHash, userId }, work) =>
      oneOf(userId, async (client) => {
        const { rowCount } = await client.query(
          'SELECT FROM app.one_time_tokens WHERE id_hash = $1 AND user_id = $2 AND used_at IS NULL',
          [Buffer.from(idHash, 'hex'), userId],
        )
        if (rowCount !== 1) return false
        await work()
        await use(idHash)
        return true
      }),
    withdraw: (userId, purpose) =>
      oneOf(userId, async (client) => {
        await client.query(
          'UPDATE app.one_time_tokens SET used_at = now() WHERE user_id = $1 AND purpose = $2 AND used_at IS NULL',
          [userId, purpose],
        )
      }),
  }
}
