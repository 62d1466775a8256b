import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as api from '../../../contract/users.ts'
import { userStream, users } from '../../domain/accounts/users.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import { commandContext } from '../../kernel/http/command-context.ts'
import { signedIn } from '../../kernel/http/guards.ts'
import { HttpProblem } from '../../kernel/http/problem.ts'
import { proven, route, staff } from '../../kernel/http/route.ts'
import { userPastSessions } from '../../read-model/past-sessions.ts'
import { adminUserRow } from '../../read-model/users.ts'
import type { AuthTools } from './tools.ts'

const byAdmin = (request: FastifyRequest) => ({ reason: 'admin', by: signedIn(request).id }) as const
const notFound = () => new DomainError('not_found', 'User not found.')

/**
 * Admins’ actions on the sessions and the second factor of other people. The event comes first, so that every action is
 * in the log; after a crash the admin repeats the action.
 */
export function userSessionCommands(
  app: FastifyInstance,
  { accounts, ownSessions, sessions, secondFactors, passkeys, accountMail, handle, waitForProjection, knex }: AuthTools,
): void {
  const openSessions = async (userId: number, request: FastifyRequest) => {
    if (!(await accounts.byId(userId))) throw notFound()
    return ownSessions.list({ id: userId, sessionId: signedIn(request).sessionId })
  }

  async function record(userId: number, open: number, request: FastifyRequest) {
    const command = { type: 'EndUserSessions', data: { userId, open } } as const
    const { position } = await handle(users, userStream(userId), command, commandContext(request))
    return position
  }

  route(app, api.listUserSessions, staff('accounts'), ({ params: { id }, request }) => openSessions(id, request))

  route(app, api.listUserPastSessions, staff('accounts'), async ({ params: { id } }) => {
    if (!(await accounts.byId(id))) throw notFound()
    return userPastSessions(knex, id)
  })

  route(app, api.endUserSession, staff('accounts'), async ({ params: { id, sessionId }, request }) => {
    const open = await openSessions(id, request)
    if (!open.some((session) => session.id === sessionId)) throw new HttpProblem(404, 'This session has already ended.')
    const position = await record(id, 1, request)
    await ownSessions.endOne(id, sessionId, byAdmin(request))
    await waitForProjection(position, request)
  })

  route(app, api.endUserSessions, staff('accounts'), async ({ params: { id }, request }) => {
    const position = await record(id, (await openSessions(id, request)).length, request)
    await sessions.endAllOf(id, byAdmin(request))
    await waitForProjection(position, request)
  })

  route(app, api.resetUserSecondFactor, proven('accounts'), async ({ params: { id }, request }) => {
    const account = await accounts.byId(id)
    if (!account) throw notFound()
    if (!account.hasSecondFactor && (await passkeys.of(id)).length === 0)
      throw new DomainError('conflict', 'This account has no two-step sign-in and no passkey.')
    const command = { type: 'ResetSecondFactor', data: { userId: id, by: signedIn(request).id } } as const
    const { position } = await handle(users, userStream(id), command, commandContext(request))
    await secondFactors.reset(id, byAdmin(request))
    accountMail.secondFactorTurnedOff(account.email)
    await waitForProjection(position, request)
    const row = await adminUserRow(knex, id)
    if (!row) throw notFound()
    return row
  })
}
