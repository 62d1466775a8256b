import type { FastifyInstance } from 'fastify'
import { addModel, removeModel } from '../../contract/moderation-models.ts'
import { DomainError } from '../domain/decider.ts'
import { moderationPolicy, moderationPolicyStream } from '../domain/moderation-policy.ts'
import { HttpProblem } from '../http/problem.ts'
import { route } from '../http/route.ts'
import type { CommandTools } from './command.ts'

export async function moderationModelCommands(app: FastifyInstance, tools: CommandTools): Promise<void> {
  const { handle, context, waitForProjection, rows, moderators } = tools

  route(app, addModel, { policy: 'admin', takesFile: 'model' }, async ({ request }) => {
    if (!(request.body instanceof Uint8Array)) throw new HttpProblem(400, 'Choose a model file first.')
    // First the file, so that no event tells of one that is not there.
    const data = await moderators.keep(request.body)
    const command = { type: 'AddModerationModel', data } as const
    const { position } = await handle(moderationPolicy, moderationPolicyStream, command, context(request)).catch(
      async (error) => {
        // Refused, so that nothing refers to it. After any other failure the event may stand.
        if (error instanceof DomainError) await moderators.remove(data.digest)
        throw error
      },
    )
    await waitForProjection(position, request)
    const { model, bytes } = data
    const shown = (await rows.moderationModels()).find((one) => one.model === model)
    return shown ?? { model, version: model, isChosen: false, bytes, addedAt: new Date().toISOString() }
  })

  route(app, removeModel, { policy: 'admin' }, async ({ params: { model }, request }) => {
    const command = { type: 'RemoveModerationModel', data: { model } } as const
    const { events, position } = await handle(moderationPolicy, moderationPolicyStream, command, context(request))
    for (const { type, data } of events) if (type === 'ModerationModelRemoved') await moderators.remove(data.digest)
    await waitForProjection(position, request)
    return undefined
  })
}
