import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { changePolicy, tryPolicy } from '../../contract/moderation-policy.ts'
import { moderationPolicy, moderationPolicyStream, type Screened, trial } from '../domain/moderation-policy.ts'
import { route } from '../http/route.ts'
import type { CommandTools } from './command.ts'

/** Texts judged between two breaths of the server. */
const together = 20

export async function moderationPolicyCommands(app: FastifyInstance, tools: CommandTools): Promise<void> {
  const { handle, context, caughtUp, rows, screen } = tools

  route(app, changePolicy, { policy: 'admin' }, async ({ body: thresholds, request }) => {
    const command = { type: 'ChangeModerationPolicy', data: { thresholds } } as const
    const { position } = await handle(moderationPolicy, moderationPolicyStream, command, context(request))
    await caughtUp(position, request)
    return rows.moderationPolicy()
  })

  async function judgedAnew(): Promise<Screened[]> {
    const judged: Screened[] = []
    for (const { text, outcome, decision } of await rows.screenedTexts()) {
      const { confidence } = (await screen(text)).verdict
      judged.push({ count: 1, confidence, outcome, decision })
      if (judged.length % together === 0) await setImmediate()
    }
    return judged
  }

  route(app, tryPolicy, { policy: 'admin', keepAnswer: false }, async ({ body: { moderator, ...thresholds } }) =>
    trial(moderator === 'current' ? await judgedAnew() : await rows.screenedPast(), thresholds),
  )
}
