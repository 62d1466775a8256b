import type { FastifyInstance } from 'fastify'
import { issueApiKey, revokeApiKey } from '../../../contract/api-keys.ts'
import { endOfDay } from '../../../contract/campaign-event-times.ts'
import { apiKeyStream, apiKeys as decider } from '../../domain/accounts/api-keys.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import { commandContext } from '../../kernel/http/command-context.ts'
import { signedIn } from '../../kernel/http/guards.ts'
import type { WaitForProjection } from '../../kernel/http/pending-position.ts'
import { proven, route, staff } from '../../kernel/http/route.ts'
import { decideAboutRights } from '../auth/rights.ts'
import type { KeyTools } from '../auth/tools.ts'

type ApiKeyTools = KeyTools & { waitForProjection: WaitForProjection }

const shownOnce = () =>
  new DomainError(
    'conflict',
    'This API key was issued already, and is shown only once. Revoke it and issue another one.',
  )

/** Keys are decided as the rights of people are: one decision at a time in all processes. */
export async function apiKeyCommands(app: FastifyInstance, tools: ApiKeyTools): Promise<void> {
  const { apiKeys, handle, waitForProjection } = tools

  // The answer holds the key, so it is not kept for a repeat.
  const issuing = { ...proven('grants'), keepAnswer: false } as const
  route(app, issueApiKey, issuing, async ({ body: { lastDay, ...asked }, request }) => {
    const context = commandContext(request)
    const { id: userId } = signedIn(request)
    const key = { ...asked, until: endOfDay(lastDay), now: context.at }
    const { position, ...made } = await decideAboutRights(tools, { by: userId, now: context.at }, async () => {
      const command = { type: 'IssueApiKey', data: { ...key, held: await apiKeys.held() } } as const
      const { events, position, isReplay } = await handle(decider, apiKeyStream, command, context)
      const [issued] = events
      if (isReplay || issued?.type !== 'ApiKeyIssued') throw shownOnce()
      const { apiKeyId: id, rights, until } = issued.data
      return { id, position, secret: await apiKeys.issue({ id, userId, rights, until }) }
    })
    await waitForProjection(position, request)
    return made
  })

  // It contains damage, so it needs no fresh proof.
  route(app, revokeApiKey, staff('grants'), async ({ params: { id }, body: { reason }, request }) => {
    const command = { type: 'RevokeApiKey', data: { apiKeyId: id, reason } } as const
    const context = commandContext(request)
    // Not beside an issue, which writes the key after its event.
    const position = await decideAboutRights(tools, { by: signedIn(request).id, now: context.at }, async () => {
      const handled = await handle(decider, apiKeyStream, command, context)
      // Also runs when there was nothing to do: an earlier attempt may have died before this.
      await apiKeys.stop(id)
      return handled.position
    })
    await waitForProjection(position, request)
  })
}
