import type { Database } from '../kernel/database/connect.ts'
import { type ClientContext, type PlaceColumns, placeOf } from './client-context.ts'
import { type Ending, endOtherSessions, endSessions } from './session-ends.ts'
import type { SignInMethod } from './sessions.ts'

export type Session = ClientContext & {
  /** Public id; not the one in the cookie. */
  id: string
  method: SignInMethod
  /** ISO 8601. */
  createdAt: string
  /** ISO 8601; up to an hour late (admins: a minute). */
  lastSeenAt: string
  isCurrent: boolean
}

/** The sessions of one person; `sessionId` is that of the current session, as in SignedIn. */
export type OwnSessions = {
  /** Start of this session, and how many seconds ago that and the latest proof were; null when it has ended. */
  current(person: {
    id: number
    sessionId: string
  }): Promise<{ method: SignInMethod; age: number; proofAge: number } | null>
  /** Records that the person proved their identity. */
  prove(person: { id: number; sessionId: string }): Promise<void>
  /** The sessions of the person, last used first. */
  list(person: { id: number; sessionId: string }): Promise<Session[]>
  endOne(userId: number, id: string, ending: Ending): Promise<boolean>
  endOthers(person: { id: number; sessionId: string }): Promise<void>
}

type SessionRow = PlaceColumns & {
  id: string
  method: SignInMethod
  device: string
  created_at: string
  last_seen_at: string
  is_current: boolean
}

/** Table app.sessions, as shown to the person. */
export const createOwnSessions = ({ pool }: Pick<Database, 'pool'>): OwnSessions => ({
  async current({ id: userId, sessionId }) {
    const { rows } = await pool.query<{ method: SignInMethod; age: number; proof_age: number }>(
      `SELECT method, extract(epoch FROM now() - created_at)::int AS age,
         extract(epoch FROM now() - greatest(created_at, proven_at))::int AS proof_age
       FROM app.sessions WHERE sid = $1 AND user_id = $2`,
      [Buffer.from(sessionId, 'hex'), userId],
    )
    const [row] = rows
    return row ? { method: row.method, age: row.age, proofAge: row.proof_age } : null
  },
  async prove({ id: userId, sessionId }) {
    await pool.query('UPDATE app.sessions SET proven_at = now() WHERE sid = $1 AND user_id = $2', [
      Buffer.from(sessionId, 'hex'),
      userId,
    ])
  },
  async list({ id: userId, sessionId }) {
    const { rows } = await pool.query<SessionRow>(
      `SELECT id, method, device, city, region, country, created_at, last_seen_at, sid = $2 AS is_current
       FROM app.sessions WHERE user_id = $1 AND expires_at > now() ORDER BY sid = $2 DESC, last_seen_at DESC`,
      [userId, Buffer.from(sessionId, 'hex')],
    )
    return rows.map(({ id, method, device, created_at, last_seen_at, is_current, ...where }) => ({
      id,
      method,
      device,
      place: placeOf(where),
      createdAt: created_at,
      lastSeenAt: last_seen_at,
      isCurrent: is_current,
    }))
  },
  async endOne(userId, id, ending) {
    return (await endSessions(pool, ending, 'sessions.user_id = $1 AND id = $2', [userId, id])) === 1
  },
  endOthers: ({ id, sessionId }) => endOtherSessions(pool, { reason: 'signed-out-elsewhere' }, id, sessionId),
})
