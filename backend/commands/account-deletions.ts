import type { FastifyInstance } from 'fastify'
import { cancelAccountDeletion, requestAccountDeletion } from '../../contract/account-deletions.ts'
import { accountDeletionStream, accountDeletions } from '../domain/account-deletions.ts'
import { HttpProblem } from '../http/problem.ts'
import { route } from '../http/route.ts'
import { type CommandTools, signedIn } from './command.ts'

const notYours = 'This is not the e-mail address of your account.'

export async function accountDeletionCommands(app: FastifyInstance, tools: CommandTools): Promise<void> {
  const { handle, context, waitForProjection, rows } = tools

  route(app, requestAccountDeletion, { policy: 'user' }, async ({ body, request }) => {
    const { user, subject } = await signedIn(tools, request)
    if (body.email.toLowerCase() !== user.email.toLowerCase())
      throw new HttpProblem(400, notYours, { errors: [{ path: 'email', message: notYours }] })
    const told = context(request)
    const command = {
      type: 'RequestAccountDeletion',
      data: { userId: user.id, subject, isAdmin: user.isAdmin, now: told.at },
    } as const
    const { events, position } = await handle(accountDeletions, accountDeletionStream(user.id), command, told)
    await waitForProjection(position, request)
    const requested = events.find((event) => event.type === 'AccountDeletionRequested')
    // Asked for before: the first time stays.
    return { dueAt: requested?.data.dueAt ?? (await rows.deletion(user.id)) }
  })

  route(app, cancelAccountDeletion, { policy: 'user' }, async ({ request }) => {
    const { user, subject } = await signedIn(tools, request)
    const command = { type: 'CancelAccountDeletion', data: { userId: user.id, subject } } as const
    const { position } = await handle(accountDeletions, accountDeletionStream(user.id), command, context(request))
    await waitForProjection(position, request)
    return undefined
  })
}
