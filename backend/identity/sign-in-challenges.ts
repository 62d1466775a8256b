import '@fastify/cookie'
import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../kernel/database/connect.ts'
import type { SignInMethod } from './sessions.ts'

/** Seconds in which the code must be entered. */
const life = 300
/** Number of codes that may be tried. */
const maxAttempts = 5

/** A successful first step on its way to a session: it belongs to one browser and leads to at most one session. */
export type SignInChallenges = {
  /** Always with a new id. False when the password used is no longer that of the account. */
  start(
    user: { userId: number; passwordHash: string | null },
    method: SignInMethod,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<boolean>
  /**
   * The account of this browser’s first step, without counting an attempt; `holder` names it. Null: as for `attempt`.
   */
  waiting(request: FastifyRequest): Promise<{ userId: number; holder: string } | null>
  /**
   * Counts one attempt before the code is checked. null: missing, expired, too many attempts, or the account has
   * changed.
   */
  attempt(request: FastifyRequest): Promise<{ userId: number; method: SignInMethod } | null>
  /** Uses up the challenge: true for exactly one caller, and only while it would still allow an attempt. */
  finish(request: FastifyRequest, reply: FastifyReply): Promise<boolean>
}

const hash = (id: string) => createHash('sha256').update(id).digest()

/** True when the account may sign in with the password of the first step: a changed one ends the challenge. */
const isValid = `account.user_id = challenge.user_id AND challenge.expires_at > now()
  AND account.has_second_factor AND account.is_active AND NOT app.is_banned(account)
  AND challenge.password_mark IS NOT DISTINCT FROM sha256(convert_to(account.password_hash, 'UTF8'))`

/** Table app.sign_in_challenges; the id is in a cookie that scripts cannot read, `__Host-` over https. */
export function createSignInChallenges({
  database: { pool },
  isHttps,
}: {
  database: Pick<Database, 'pool'>
  isHttps: boolean
}): SignInChallenges {
  const name = isHttps ? '__Host-sign_in_step' : 'sign_in_step'
  const attributes = { path: '/', sameSite: 'strict', secure: isHttps, httpOnly: true } as const
  const carried = ({ cookies }: FastifyRequest): Buffer => hash(cookies[name] ?? '')

  return {
    async start({ userId, passwordHash }, method, request, reply) {
      await pool.query('DELETE FROM app.sign_in_challenges WHERE expires_at < now() OR id_hash = $1', [
        carried(request),
      ])
      const id = randomBytes(32).toString('base64url')
      const { rowCount } = await pool.query(
        `INSERT INTO app.sign_in_challenges (id_hash, user_id, method, password_mark, expires_at)
         SELECT $1, user_id, $3::text, sha256(convert_to(password_hash, 'UTF8')), now() + make_interval(secs => $4)
         FROM app.accounts
         WHERE user_id = $2 AND ($3 <> 'password' OR password_hash IS NOT DISTINCT FROM $5) FOR SHARE`,
        [hash(id), userId, method, life, passwordHash],
      )
      if (rowCount !== 1) return false
      reply.setCookie(name, id, { ...attributes, maxAge: life })
      return true
    },

    async waiting(request) {
      const { rows } = await pool.query<{ user_id: number }>(
        `SELECT challenge.user_id FROM app.sign_in_challenges AS challenge, app.accounts AS account
         WHERE id_hash = $1 AND tries < $2 AND ${isValid}`,
        [carried(request), maxAttempts],
      )
      const [row] = rows
      return row ? { userId: row.user_id, holder: carried(request).toString('hex') } : null
    },

    async attempt(request) {
      const { rows } = await pool.query<{ user_id: number; method: SignInMethod }>(
        `UPDATE app.sign_in_challenges AS challenge SET tries = tries + 1 FROM app.accounts AS account
         WHERE id_hash = $1 AND tries < $2 AND ${isValid} RETURNING challenge.user_id, challenge.method`,
        [carried(request), maxAttempts],
      )
      const [row] = rows
      return row ? { userId: row.user_id, method: row.method } : null
    },

    async finish(request, reply) {
      const { rowCount } = await pool.query(
        `DELETE FROM app.sign_in_challenges AS challenge USING app.accounts AS account WHERE id_hash = $1 AND ${isValid}`,
        [carried(request)],
      )
      if (rowCount === 1) reply.clearCookie(name, attributes)
      return rowCount === 1
    },
  }
}
