import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { changePreferences } from '../../../contract/preferences.ts'
import { preferences, preferencesStream } from '../../domain/accounts/preferences.ts'
import { route } from '../../kernel/http/route.ts'
import { type Execute, ownAccount } from '../command.ts'

export async function preferencesCommands(
  app: FastifyInstance,
  { execute, knex }: { execute: Execute; knex: Knex },
): Promise<void> {
  route(app, changePreferences, { policy: 'user' }, async ({ body, request }) => {
    const { user, subject } = await ownAccount(knex, request)
    const command = { type: 'ChangePreferences', data: { userId: user.id, subject, ...body } } as const
    await execute(request, preferences, preferencesStream(user.id), command)
    return body
  })
}
