import type { FastifyInstance } from 'fastify'
import { changePreferences } from '../../contract/preferences.ts'
import { preferences, preferencesStream } from '../domain/preferences.ts'
import { route } from '../http/route.ts'
import { type CommandTools, signedIn } from './command.ts'

export async function preferencesCommands(app: FastifyInstance, tools: CommandTools): Promise<void> {
  const { handle, context, waitForProjection } = tools

  route(app, changePreferences, { policy: 'user' }, async ({ body, request }) => {
    const { user, subject } = await signedIn(tools, request)
    const command = { type: 'ChangePreferences', data: { userId: user.id, subject, ...body } } as const
    const { position } = await handle(preferences, preferencesStream(user.id), command, context(request))
    await waitForProjection(position, request)
    return body
  })
}
