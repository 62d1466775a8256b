import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { cancelAccountDeletion, requestAccountDeletion } from '../../../contract/account-deletions.ts'
import { accountDeletionStream, accountDeletions } from '../../domain/accounts/account-deletions.ts'
import { commandContext } from '../../kernel/http/command-context.ts'
import { HttpProblem } from '../../kernel/http/problem.ts'
import { route } from '../../kernel/http/route.ts'
import { deletionOf } from '../../read-model/account-deletions.ts'
import { type Execute, ownAccount } from '../command.ts'

const notYours = 'This is not the email address of your account.'

export async function accountDeletionCommands(
  app: FastifyInstance,
  { execute, knex }: { execute: Execute; knex: Knex },
): Promise<void> {
  route(app, requestAccountDeletion, { policy: 'user' }, async ({ body, request }) => {
    const { user, subject } = await ownAccount(knex, request)
    if (body.email.toLowerCase() !== user.email.toLowerCase())
      throw new HttpProblem(400, notYours, { errors: [{ path: 'email', message: notYours }] })
    const context = commandContext(request)
    const command = {
      type: 'RequestAccountDeletion',
      data: { userId: user.id, subject, isAdmin: user.isAdmin, now: context.at },
    } as const
    const events = await execute(request, accountDeletions, accountDeletionStream(user.id), command, { context })
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
