import type { Knex } from 'knex'
import type { PastSession } from '../../contract/auth-sessions.ts'
import type { UserPastSession } from '../../contract/users.ts'
import { columnsOf } from './columns.ts'

type Row = Omit<UserPastSession, 'place'> & { city: string | null; region: string | null; country: string | null }

/** The latest 50 sessions of a person that ended in the last 90 days, last ended first. */
export async function userPastSessions(knex: Knex, userId: number): Promise<UserPastSession[]> {
  const rows = await knex({ item: 'app.user_sessions' })
    .leftJoin({ admin: 'read.users' }, 'admin.id', 'item.ended_by')
    .where({ 'item.user_id': userId, 'item.is_active': false })
    .whereRaw("item.logout_time > now() - interval '90 days'")
    .orderBy('item.logout_time', 'desc')
    .limit(50)
    .select<Row[]>(
      {
        ...columnsOf('item', 'id, method, device, city, region, country'),
        createdAt: 'item.login_time',
        endedAt: 'item.logout_time',
        duration: 'item.session_duration',
        end: 'item.end_reason',
      },
      knex.raw(`CASE WHEN admin.id IS NOT NULL THEN jsonb_build_object(
        'id', admin.id, 'firstName', admin.first_name, 'lastName', admin.last_name) END AS "endedBy"`),
    )
  return rows.map(({ city, region, country, ...row }) => ({
    ...row,
    place: country === null ? null : { city, region, country },
  }))
}

/** As the person sees them: without the name of the admin who ended one. */
export const ownPastSessions = async (knex: Knex, userId: number): Promise<PastSession[]> =>
  (await userPastSessions(knex, userId)).map(({ endedBy: _admin, ...row }) => row)
