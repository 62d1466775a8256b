import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Database } from '../kernel/database/connect.ts'
import { createOneTimeTokenUses, type OneTimeTokenUses } from './one-time-token-uses.ts'
import { createSignedTokens, type Opened, type Purpose } from './signed-tokens.ts'

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

export type OneTimeTokens = OneTimeTokenUses & {
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
}

const hash = (id: string) => createHash('sha256').update(id).digest()

type Row = { email_hash: Buffer | null; user_id: number | null; used_at: string | null; expires_at: string }

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
  const signed = createSignedTokens(key)
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
    return signed.sign({ id, email, invitation }, { purpose, issuedAt: now, seconds })
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
    ...createOneTimeTokenUses(pool),
    issue: (purpose, options) => issue(purpose, options, null),

    async issueWithCode(purpose, options) {
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      return { token: await issue(purpose, options, code), code }
    },

    async readWithCode(token, purpose, code) {
      const opened = await signed.open(token, purpose)
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
      const opened = await signed.open(token, purpose)
      return opened && find(opened, purpose, 'expires_at > now()')
    },
    async readOfAnyAge(token, purpose) {
      const opened = await signed.open(token, purpose, new Date(0))
      return opened && find(opened, purpose, 'true')
    },
  }
}
