import '@fastify/cookie'
import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../kernel/database/connect.ts'

/** The purpose for which a passkey signs a challenge; an answer is valid for one purpose only. */
export type ChallengePurpose = 'add' | 'sign-in' | 'second-step' | 'proof'

export type PasskeyChallenges = {
  /** 256 random bits in base64url, good for one answer by `holder` within five minutes. */
  issue(purpose: ChallengePurpose, holder: string): Promise<string>
  /** Uses the challenge up: true for one caller, if it was issued to this holder for this purpose. */
  take(challenge: string, purpose: ChallengePurpose, holder: string): Promise<boolean>
  /** Names the browser of a visitor who is not signed in, in a cookie, for as long as a challenge lasts. */
  browserOf(request: FastifyRequest, reply: FastifyReply): string
  /** The browser’s name; null when it has none. */
  knownBrowserOf(request: FastifyRequest): string | null
}

/** Seconds. */
const life = 300

const hash = (text: string) => createHash('sha256').update(text).digest()
const isId = (text: string | undefined): text is string => text !== undefined && /^[\w-]{43}$/.test(text)

/** Table app.passkey_challenges: in the database, so that any process may check the answer. */
export function createPasskeyChallenges({
  database: { pool },
  isHttps,
}: {
  database: Pick<Database, 'pool'>
  isHttps: boolean
}): PasskeyChallenges {
  const name = isHttps ? '__Host-passkey_step' : 'passkey_step'
  const attributes = { path: '/', sameSite: 'strict', secure: isHttps, httpOnly: true } as const
  const knownBrowserOf = ({ cookies }: FastifyRequest) => {
    const id = cookies[name]
    return isId(id) ? id : null
  }
  return {
    async issue(purpose, holder) {
      const challenge = randomBytes(32).toString('base64url')
      await pool.query(
        `INSERT INTO app.passkey_challenges (challenge_hash, purpose, holder, expires_at)
         VALUES ($1, $2, $3, now() + make_interval(secs => $4))`,
        [hash(challenge), purpose, hash(holder), life],
      )
      // Each call deletes some unanswered challenges, so that no timer is needed.
      await pool.query(`
        DELETE FROM app.passkey_challenges WHERE challenge_hash IN
          (SELECT challenge_hash FROM app.passkey_challenges WHERE expires_at < now() LIMIT 100 FOR UPDATE SKIP LOCKED)`)
      return challenge
    },

    async take(challenge, purpose, holder) {
      const { rows } = await pool.query<{ is_good: boolean }>(
        `DELETE FROM app.passkey_challenges WHERE challenge_hash = $1
         RETURNING purpose = $2 AND holder = $3 AND expires_at > now() AS is_good`,
        [hash(challenge), purpose, hash(holder)],
      )
      return rows[0]?.is_good ?? false
    },

    browserOf(request, reply) {
      const id = knownBrowserOf(request) ?? randomBytes(32).toString('base64url')
      reply.setCookie(name, id, { ...attributes, maxAge: life })
      return id
    },
    knownBrowserOf,
  }
}
