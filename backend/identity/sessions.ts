import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HeldWithRights, RoleGrant } from '../../records/staff-rights.ts'
import type { Database } from '../kernel/database/connect.ts'
import { isStaffAccount } from './account-rights.ts'
import { type ClientContext, type Place, placeValues } from './client-context.ts'
import { deviceOf } from './devices.ts'
import { createSessionCookies } from './session-cookies.ts'
import { type Ending, endSessions, recordExpired } from './session-ends.ts'

/** Seconds without a visit until a session ends. */
const life = { user: 30 * 24 * 3600, admin: 12 * 3600 }
/** Seconds until a session ends in any case. */
const longest = { user: 90 * 24 * 3600, admin: 24 * 3600 }
/** Seconds for which a sign-in or another proof counts. */
const proofLife = 600
/** Seconds between recorded visits: not every request, to spare the database. */
const renewal = { user: 3600, admin: 60 }

/** Way in which a session started. */
export type SignInMethod = 'password' | 'magic-link' | 'passkey' | 'google' | 'facebook'

export type SignedIn = {
  id: number
  isAdmin: boolean
  /** Those in force now. */
  roles: readonly (RoleGrant & HeldWithRights)[]
  isEmailVerified: boolean
  /** SHA-256 of the session id, in hex. */
  sessionId: string
  /** The person signed in or proved their identity within the last ten minutes. */
  isProven: boolean
  /** Staff without the required second factor: `now`, or from the next sign-in on. */
  secondFactorDue: 'soon' | 'now' | null
}

export type Sessions = {
  /** `session`, or `__Host-session` over https. */
  cookieName: string
  /**
   * Signs in, always with a new id; the browser’s previous session is ended. False when the account has changed in the
   * meantime: the password may have been removed while it was being checked, a second factor turned on, the person
   * banned.
   */
  start(
    user: { userId: number; isStaff: boolean; passwordHash: string | null; hasSecondFactor: boolean },
    method: SignInMethod,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<boolean>
  /** The device and place that a request comes from. The IP address itself is not stored. */
  clientContextOf(request: FastifyRequest): Promise<ClientContext>
  /**
   * The person whose session the request carries; null when there is none, it has ended, or its owner can no longer
   * sign in.
   */
  personOf(request: FastifyRequest): Promise<SignedIn | null>
  /** Signs out; does nothing when no person is signed in. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>
  endAllOf(userId: number, ending: Ending): Promise<void>
  /** Tells a browser that was signed in that its pages should stop asking. */
  forgetHint(request: FastifyRequest, reply: FastifyReply): void
  /** Sends the cookies of renewed sessions. Call it once, on the root instance. */
  register(app: FastifyInstance): void
}

const hash = (id: string) => createHash('sha256').update(id).digest()

type Found = {
  user_id: number
  is_admin: boolean
  is_staff: boolean
  roles: (RoleGrant & HeldWithRights)[]
  is_email_verified: boolean
  is_due: boolean
  left: number
  is_proven: boolean
  is_grace: boolean
  has_second_factor: boolean
}

const personIn = ({ user_id, is_admin, roles, is_email_verified, is_proven }: Found, sid: Buffer) => ({
  id: user_id,
  isAdmin: is_admin,
  roles,
  isEmailVerified: is_email_verified,
  sessionId: sid.toString('hex'),
  isProven: is_proven,
})

/** No row when the account has changed since it was read. */
const startSession = `
  INSERT INTO app.sessions (sid, user_id, expires_at, method, device, city, region, country)
  SELECT $1, user_id, now() + make_interval(secs => $3), $4::text, $5, $6, $7, $8 FROM app.accounts
  WHERE user_id = $2 AND ($4 <> 'password' OR password_hash IS NOT DISTINCT FROM $9)
    AND has_second_factor = $10 AND ${isStaffAccount} = $11 AND is_active AND NOT app.is_banned(accounts) FOR SHARE`

/** Ended by the clock of the database, which all processes share. */
const rolesInForce = `CASE WHEN roles = '[]'::jsonb THEN roles ELSE (
    SELECT coalesce(jsonb_agg(held), '[]'::jsonb) FROM jsonb_array_elements(app.held_roles(roles)) AS held
    WHERE held ->> 'until' IS NULL OR (held ->> 'until')::timestamptz > now()) END`

/** For the one session in which a member of staff may go without a second factor. */
const useGrace = `
  WITH grace AS (
    UPDATE app.accounts SET grace_used_at = now()
    WHERE user_id = $2 AND grace_used_at IS NULL AND NOT has_second_factor RETURNING user_id
  )
  UPDATE app.sessions SET is_grace = true FROM grace WHERE sid = $1`

/** `longest`: seconds until the session ends in any case. */
const personOfSession = `
  SELECT user_id, is_admin, is_staff, ${rolesInForce} AS roles, is_email_verified, is_grace, has_second_factor,
    greatest(sessions.created_at, proven_at) > now() - make_interval(secs => $7::int) AS is_proven,
    last_seen_at < now() - make_interval(secs => CASE WHEN is_staff THEN $2::int ELSE $3::int END) AS is_due,
    ceil(longest - extract(epoch FROM now() - sessions.created_at))::int AS left
  FROM app.sessions JOIN app.accounts USING (user_id),
    LATERAL (SELECT ${isStaffAccount} AS is_staff) AS rights,
    LATERAL (SELECT CASE WHEN is_staff THEN $5::int ELSE $6::int END AS longest) AS ending
  WHERE sid = $1 AND expires_at > now() AND is_active AND NOT app.is_banned(accounts) AND registered_at IS NOT NULL
    AND (NOT is_staff OR last_seen_at > now() - make_interval(secs => $4::int))
    AND sessions.created_at > now() - make_interval(secs => longest)`

export function createSessions({
  database: { pool },
  isHttps,
  adminsNeedSecondFactor = false,
  locate = async () => null,
}: {
  database: Pick<Database, 'pool'>
  isHttps: boolean
  /**
   * Without a second factor, staff may use the console in the session of one sign-in, and can set it up later in any
   * case.
   */
  adminsNeedSecondFactor?: boolean
  /** The approximate location of an IP address; null when unknown. */
  locate?: (address: string) => Promise<Place | null>
}): Sessions {
  const cookies = createSessionCookies({ isHttps })
  const renewed = new WeakMap<FastifyRequest, { id: string; seconds: number }>()

  async function endCarried(request: FastifyRequest, reason: 'signed-out' | 'signed-in-again'): Promise<void> {
    const id = cookies.read(request)
    if (id !== null) await endSessions(pool, { reason }, 'sid = $1', [hash(id)])
  }

  const clientContextOf = async ({ headers, ip }: FastifyRequest): Promise<ClientContext> => ({
    device: deviceOf(headers['user-agent']),
    place: await locate(ip),
  })

  return {
    cookieName: cookies.name,
    clientContextOf,

    async start({ userId, isStaff, passwordHash, hasSecondFactor }, method, request, reply) {
      await endCarried(request, 'signed-in-again')
      const id = randomBytes(32).toString('base64url')
      const seconds = isStaff ? life.admin : life.user
      const { device, place } = await clientContextOf(request)
      const { rowCount } = await pool.query(startSession, [
        hash(id),
        userId,
        seconds,
        method,
        device,
        ...placeValues(place),
        passwordHash,
        hasSecondFactor,
        isStaff,
      ])
      if (rowCount !== 1) return false
      if (isStaff && adminsNeedSecondFactor && !hasSecondFactor) await pool.query(useGrace, [hash(id), userId])
      renewed.delete(request)
      cookies.write(reply, id, seconds)
      // Each sign-in records some expired sessions, so that no timer is needed.
      await recordExpired(pool)
      return true
    },

    async personOf(request) {
      const id = cookies.read(request)
      if (id === null) return null
      const sid = hash(id)
      const { rows } = await pool.query<Found>({
        name: 'session-person',
        text: personOfSession,
        values: [sid, renewal.admin, renewal.user, life.admin, longest.admin, longest.user, proofLife],
      })
      const [found] = rows
      if (!found) return null
      if (found.is_due) {
        const seconds = Math.min(found.is_staff ? life.admin : life.user, found.left)
        await pool.query(
          'UPDATE app.sessions SET last_seen_at = now(), expires_at = now() + make_interval(secs => $2) WHERE sid = $1',
          [sid, seconds],
        )
        renewed.set(request, { id, seconds })
      }
      const isDue = adminsNeedSecondFactor && found.is_staff && !found.has_second_factor
      return { ...personIn(found, sid), secondFactorDue: isDue ? (found.is_grace ? 'soon' : 'now') : null }
    },

    async end(request, reply) {
      await endCarried(request, 'signed-out')
      renewed.delete(request)
      cookies.clear(reply)
    },
    async endAllOf(userId, ending) {
      await endSessions(pool, ending, 'sessions.user_id = $1', [userId])
    },
    forgetHint(request, reply) {
      if (cookies.hasHint(request)) cookies.clearHint(reply)
    },
    register(app) {
      app.addHook('preHandler', async (request, reply) => {
        const session = renewed.get(request)
        if (session) cookies.write(reply, session.id, session.seconds)
      })
    },
  }
}
