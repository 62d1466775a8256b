import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import {
  endOfRole,
  grantUserRole,
  listUserRoles,
  revokeUserRole,
  type UserRoles,
} from '../../../contract/staff-roles.ts'
import type { RoleCommand } from '../../domain/accounts/role-grants.ts'
import { type Asked, roleObstacle } from '../../domain/accounts/user-rights.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import { commandContext } from '../../kernel/http/command-context.ts'
import { signedIn } from '../../kernel/http/guards.ts'
import type { WaitForProjection } from '../../kernel/http/pending-position.ts'
import { proven, route, staff } from '../../kernel/http/route.ts'
import { campaignEventRow } from '../../read-model/campaign-events.ts'
import { adminUserRow } from '../../read-model/users.ts'
import { decideAboutUser, stateOf } from '../auth/rights.ts'
import type { RightsTools } from '../auth/tools.ts'

type RoleTools = RightsTools & { waitForProjection: WaitForProjection; knex: Knex }

/** Roles are part of the rights of an account, and decided as those are: one at a time in all processes. */
export async function roleCommands(app: FastifyInstance, tools: RoleTools): Promise<void> {
  async function held(userId: number, request: FastifyRequest): Promise<UserRoles> {
    const [row, state] = await Promise.all([adminUserRow(tools.knex, userId), stateOf(tools, userId)])
    if (!row || row.isErased || !state) throw new DomainError('not_found', 'User not found.')
    const { rights, email } = state
    const asked = { userId, by: signedIn(request).id, now: new Date().toISOString() }
    return { roles: row.roles, obstacle: roleObstacle(asked, { rights, isEmailProven: email.isProven }) }
  }

  async function decide(userId: number, request: FastifyRequest, command: (asked: Asked) => RoleCommand) {
    const by = signedIn(request).id
    const { events, position } = await decideAboutUser(tools, userId, by, command, commandContext(request))
    await tools.waitForProjection(position, request)
    return { events, answer: await held(userId, request) }
  }

  route(app, listUserRoles, staff('grants'), ({ params: { id }, request }) => held(id, request))

  route(app, grantUserRole, proven('grants'), async ({ params: { id }, body: { lastDay, ...role }, request }) => {
    if (role.eventId !== null && !(await campaignEventRow(tools.knex, role.eventId)))
      throw new DomainError('not_found', 'Event not found.')
    const { answer } = await decide(id, request, (asked) => ({
      type: 'GrantRole',
      data: { userId: id, ...role, until: endOfRole(lastDay), asked },
    }))
    return answer
  })

  // It contains damage, so it needs no fresh proof.
  route(app, revokeUserRole, staff('grants'), async ({ params: { id }, body, request }) => {
    const { events, answer } = await decide(id, request, (asked) => ({
      type: 'RevokeRole',
      data: { userId: id, ...body, asked },
    }))
    // It ended while the reader looked at it, and their reason is not recorded.
    if (events.length === 0) throw new DomainError('conflict', 'This person no longer holds this role.')
    return answer
  })
}
