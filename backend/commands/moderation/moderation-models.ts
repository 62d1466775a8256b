import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { addModel, removeModel } from '../../../contract/moderation-models.ts'
import { moderationPolicy, moderationPolicyStream } from '../../domain/forum/moderation-policy.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import { HttpProblem } from '../../kernel/http/problem.ts'
import { route, staff } from '../../kernel/http/route.ts'
import { type Moderators, moderationModels } from '../../read-model/moderation-policy.ts'
import type { Execute } from '../command.ts'

type ModelTools = {
  execute: Execute
  knex: Knex
  moderators: Moderators & {
    /** Checks and stores a model file (moderation/model-store.ts says what it rejects); `digest` identifies it. */
    keep(file: Uint8Array): Promise<{ model: string; digest: string; bytes: number }>
    remove(digest: string): Promise<void>
  }
}

export async function moderationModelCommands(
  app: FastifyInstance,
  { execute, knex, moderators }: ModelTools,
): Promise<void> {
  route(app, addModel, { ...staff('settings'), takesFile: 'model' }, async ({ request }) => {
    if (!(request.body instanceof Uint8Array)) throw new HttpProblem(400, 'Choose a model file first.')
    // The file comes first, so that no event refers to a missing one.
    const data = await moderators.keep(request.body)
    const command = { type: 'AddModerationModel', data } as const
    await execute(request, moderationPolicy, moderationPolicyStream, command).catch(async (error) => {
      // The command was rejected, so nothing refers to the file. After any other failure the event may be in the log.
      if (error instanceof DomainError) await moderators.remove(data.digest)
      throw error
    })
    const { model, bytes } = data
    const shown = (await moderationModels(knex, moderators)).find((one) => one.model === model)
    return shown ?? { model, version: model, isChosen: false, bytes, addedAt: new Date().toISOString() }
  })

  route(app, removeModel, staff('settings'), async ({ params: { model }, request }) => {
    const command = { type: 'RemoveModerationModel', data: { model } } as const
    const events = await execute(request, moderationPolicy, moderationPolicyStream, command)
    for (const { type, data } of events) if (type === 'ModerationModelRemoved') await moderators.remove(data.digest)
  })
}
