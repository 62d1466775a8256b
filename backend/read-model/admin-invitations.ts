import type { Knex } from 'knex'
import { type AdminInvitation, invitationHours } from '../../contract/admin-invitations.ts'
import type { HeldRights } from '../../records/staff-rights.ts'
import { namedFor } from './staff-names.ts'
import { isRemovedSet, setNameIn } from './staff-sets.ts'
import { nameOf, type Person, personOf } from './users.ts'

type Row = Pick<AdminInvitation, 'email' | 'role' | 'invitedAt'> & { inviter: Person | null }

/** An acceptance is no end before the person is an admin: after a crash they may still complete it. */
const ends = {
  withdrawn: `ended.topic = 'admin-invitations' AND ended.type = 'AdminInvitationWithdrawn'
    AND ended.subject = item.subject AND ended.revision > item.revision`,
  replaced: `ended.topic = 'admin-invitations' AND ended.type IN ('AdminInvited', 'StaffInvited')
    AND ended.subject = item.subject AND ended.revision > item.revision
    AND (ended.type, ended.changes -> 'role', ended.changes -> 'eventId', ended.changes -> 'until')
      IS DISTINCT FROM (item.type, item.changes -> 'role', item.changes -> 'eventId', item.changes -> 'until')`,
  erased: `ended.topic = 'subjects' AND ended.subject = item.subject`,
  demoted: `ended.topic = 'users' AND ended.type = 'AdminRevoked' AND ended.at > item.at
    AND ended.item_id IN (SELECT id FROM read.users WHERE subject = item.subject OR id = item.actor_id)`,
  givenOrTaken: `item.type = 'StaffInvited' AND ended.topic = 'users' AND ended.at > item.at
    AND ended.item_id IN (SELECT id FROM read.users WHERE subject = item.subject)
    AND (ended.type = 'StaffRoleRevoked' OR (ended.type = 'StaffRoleGranted'
      AND ended.changes -> 'role' = item.changes -> 'role' AND ended.changes -> 'eventId' = item.changes -> 'eventId'))`,
  removed: isRemovedSet("item.changes ->> 'role'"),
  over: `(item.changes ->> 'until')::timestamptz <= now()`,
}

const role = `CASE WHEN item.type = 'StaffInvited' THEN jsonb_build_object(
    'role', item.changes -> 'role', 'eventId', item.changes -> 'eventId', 'until', item.changes -> 'until',
    'eventTitle', (SELECT title FROM read.campaign_events WHERE id = (item.changes ->> 'eventId')::integer)) || ${setNameIn("item.changes ->> 'role'")} END AS role`

/** The invitations whose links make a person an admin or give them a role at this moment, or would after a ban or a deactivation of theirs. */
export async function standingInvitations(knex: Knex, now: Date, rights: HeldRights): Promise<AdminInvitation[]> {
  const lifetime = invitationHours * 3_600_000
  const rows = await knex({ item: 'read.history' })
    .leftJoin({ inviter: 'read.users' }, 'inviter.id', 'item.actor_id')
    .where({ 'item.topic': 'admin-invitations' })
    .whereIn('item.type', ['AdminInvited', 'StaffInvited'])
    .where('item.at', '>', new Date(now.getTime() - lifetime))
    .whereRaw('(item.actor_id IS NULL OR (inviter.is_admin AND inviter.is_active AND NOT inviter.is_banned))')
    .whereRaw('NOT EXISTS (SELECT FROM read.users WHERE subject = item.subject AND is_admin)')
    .whereRaw(
      Object.values(ends)
        .map((end) => `NOT EXISTS (SELECT FROM read.history AS ended WHERE ${end})`)
        .join(' AND '),
    )
    .distinctOn('item.subject')
    .orderBy(['item.subject', { column: 'item.revision', order: 'desc' }])
    .select<Row[]>(
      { invitedAt: 'item.at' },
      knex.raw(`item.personal ->> 'email' AS email, ${role}`),
      personOf(knex, 'inviter', 'inviter'),
    )
  return rows
    .map(({ email, role, invitedAt, inviter }) => ({
      email,
      role,
      invitedBy: inviter && namedFor(rights, nameOf(inviter)),
      invitedAt,
      expiresAt: new Date(Date.parse(invitedAt) + lifetime).toISOString(),
    }))
    .sort((one, other) => Date.parse(other.invitedAt) - Date.parse(one.invitedAt))
}
