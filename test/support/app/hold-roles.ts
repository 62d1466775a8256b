import type { RoleGrant } from '../../../records/staff-rights.ts'
import type { TestApp } from './fake-identity.ts'

/** Gives a registered person these roles, and an address that they have proven. */
export async function holdRoles(
  { core, database }: Pick<TestApp, 'core' | 'database'>,
  userId: number,
  roles: (Pick<RoleGrant, 'role'> & Partial<RoleGrant>)[],
): Promise<void> {
  const held = roles.map((one) => ({ eventId: null, until: null, ...one }))
  const { rows } = await database.pool.query<{ next: number }>(
    `UPDATE app.accounts SET is_email_verified = true WHERE user_id = $1 RETURNING rights_revision + 1 AS next`,
    [userId],
  )
  await core.accounts.setRights(userId, rows[0]?.next ?? 1, { isAdmin: false, isActive: true, ban: null, roles: held })
}
