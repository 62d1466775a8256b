import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import { campaignClock } from '../../../contract/campaign-event-times.ts'
import { grantUserRole, listUserRoles, revokeUserRole } from '../../../contract/users.ts'
import { type RoleCommand, rolesInForce } from '../../domain/accounts/role-grants.ts'
import type { Asked } from '../../domain/accounts/user-rights.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import { commandContext } from '../../kernel/http/command-context.ts'
import { signedIn } from '../../kernel/http/guards.ts'
import type { WaitForProjection } from '../../kernel/http/pending-position.ts'
import { proven, route, staff } from '../../kernel/http/route.ts'
import { campaignEventRow } from '../../read-model/campaign-events.ts'
import { decideAboutUser } from '../auth/rights.ts'
import type { RightsTools } from '../auth/tools.ts'

type RoleTools = RightsTools & { waitForProjection: WaitForProjection; knex: Knex }

/** The moment at which a day ends for the campaign. */
export const endOfDay = (day: string): string =>
  campaignClock.spanOf({ eventDate: day, startTime: null, endTime: null }).endsAt.toISOString()

/** The moment at which a role ends that has this last day. */
export const endOfRole = (lastDay: string | null): string | null => lastDay && endOfDay(lastDay)

/** Roles are part of the rights of an account, and decided as those are: one at a time in all processes. */
export async function roleCommands(app: FastifyInstance, tools: RoleTools): Promise<void> {
  async function held(userId: number) {
    const account = await tools.accounts.byId(userId)
    if (!account) throw new DomainError('not_found', 'User not found.')
    return [...rolesInForce(account.roles, new Date().toISOString())]
  }

  async function decide(userId: number, request: FastifyRequest, command: (asked: Asked) => RoleCommand) {
    const { position } = await decideAboutUser(tools, userId, signedIn(request).id, command, commandContext(request))
    await tools.waitForProjection(position, request)
    return held(userId)
  }

  route(app, listUserRoles, staff('grants'), ({ params: { id } }) => held(id))

  route(app, grantUserRole, proven('grants'), async ({ params: { id }, body: { lastDay, ...role }, request }) => {
    if (role.eventId !== null && !(await campaignEventRow(tools.knex, role.eventId)))
      throw new DomainError('not_found', 'Event not found.')
    return decide(id, request, (asked) => ({
      type: 'GrantRole',
      data: { userId: id, ...role, until: endOfRole(lastDay), asked },
    }))
  })

  // It contains damage, so it needs no fresh proof.
  route(app, revokeUserRole, staff('grants'), ({ params: { id }, body, request }) =>
    decide(id, request, (asked) => ({ type: 'RevokeRole', data: { userId: id, ...body, asked } })),
  )
}
