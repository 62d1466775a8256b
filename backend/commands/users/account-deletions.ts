import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { cancelAccountDeletion, requestAccountDeletion } from '../../../contract/account-deletions.ts'
import { accountDeletionStream, accountDeletions } from '../../domain/accounts/account-deletions.ts'
import { commandContext } from '../../kernel/http/command-context.ts'
import type { WaitForProjection } from '../../kernel/http/pending-position.ts'
import { HttpProblem } from '../../kernel/http/problem.ts'
import { route } from '../../kernel/http/route.ts'
import { deletionOf } from '../../read-model/account-deletions.ts'
import { decideAboutRights, stateOf } from '../auth/rights.ts'
import type { RightsTools } from '../auth/tools.ts'
import { type Execute, ownAccount } from '../command.ts'

const notYours = 'This is not the email address of your account.'

export async function accountDeletionCommands(
  app: FastifyInstance,
  tools: RightsTools & { execute: Execute; waitForProjection: WaitForProjection; knex: Knex },
): Promise<void> {
  const { execute, handle, waitForProjection, knex } = tools

  route(app, requestAccountDeletion, { policy: 'user' }, async ({ body, request }) => {
    const { user, subject } = await ownAccount(knex, request)
    if (body.email.toLowerCase() !== user.email.toLowerCase())
      throw new HttpProblem(400, notYours, { errors: [{ path: 'email', message: notYours }] })
    const context = commandContext(request)
    // Not beside a grant, so that a person who becomes an admin at this moment is one.
    const { events, position, isReplay } = await decideAboutRights(tools, { by: null, now: context.at }, async () => {
      const isAdmin = (await stateOf(tools, user.id))?.rights.isAdmin ?? false
      const command = {
        type: 'RequestAccountDeletion',
        data: { userId: user.id, subject, isAdmin, now: context.at },
      } as const
      return handle(accountDeletions, accountDeletionStream(user.id), command, context)
    })
    if (isReplay && request.idempotency) request.idempotency.isRepeated = true
    await waitForProjection(position, request)
    const requested = events.find((event) => event.type === 'AccountDeletionRequested')
    // The deletion was requested before, so the first due time stays.
    return { dueAt: requested?.data.dueAt ?? (await deletionOf(knex, user.id)) }
  })

  route(app, cancelAccountDeletion, { policy: 'user' }, async ({ request }) => {
    const { user, subject } = await ownAccount(knex, request)
    const command = { type: 'CancelAccountDeletion', data: { userId: user.id, subject } } as const
    await execute(request, accountDeletions, accountDeletionStream(user.id), command)
  })
}
