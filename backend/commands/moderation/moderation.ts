import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { approveContent, fileAppeal, rejectContent, reportContent } from '../../../contract/moderation.ts'
import { accountBudgets, addressBudgets } from '../../../contract/request-budgets.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import { commandContext } from '../../kernel/http/command-context.ts'
import { signedIn } from '../../kernel/http/guards.ts'
import { customerNetworkOf } from '../../kernel/http/networks.ts'
import { route, staff } from '../../kernel/http/route.ts'
import { reportersOf } from '../../read-model/forum-reporters.ts'
import { moderationItemRow, ownItemRow } from '../../read-model/moderation.ts'
import type { ForumDecisions } from '../forum-threads/forum-decisions.ts'

const notFound = () => new DomainError('not_found', 'Content not found.')

type ModerationTools = {
  forum: ForumDecisions
  knex: Knex
  /** From traffic/report-networks.ts. */
  reportNetworks: {
    note(report: { contentId: number; subject: string; userId: number; network: string }): Promise<void>
  }
}

export async function moderationCommands(
  app: FastifyInstance,
  { forum, knex, reportNetworks }: ModerationTools,
): Promise<void> {
  const { decide, decideAsRead, authorOf, contentOf } = forum

  for (const [endpoint, type] of [
    [approveContent, 'ApproveContent'],
    [rejectContent, 'RejectContent'],
  ] as const)
    route(app, endpoint, staff('forum'), async ({ params: { id }, body, request }) => {
      const { threadId } = await contentOf(id)
      const data = { threadId, contentId: id, adminNotes: body?.adminNotes ?? '' }
      await decideAsRead(request, data, { type, data }, moderationItemRow)
      return (await moderationItemRow(knex, id)) ?? Promise.reject(notFound())
    })

  route(app, fileAppeal, { policy: 'user', rateLimit: addressBudgets.forum }, async ({ body, request }) => {
    const { contentId, appeal } = body
    const { authorId } = await authorOf(request)
    const { threadId } = await contentOf(contentId)
    await decide(request, threadId, { type: 'FileAppeal', data: { threadId, contentId, authorId, appeal } })
    return (await ownItemRow(knex, contentId, authorId)) ?? Promise.reject(notFound())
  })

  route(app, reportContent, { policy: 'user', rateLimit: addressBudgets.forum }, async ({ body, request }) => {
    const { contentId } = body
    const { authorId: reporterId, subject } = await authorOf(request)
    // Three people hide a post, and accounts cost nothing.
    if (!signedIn(request).isEmailVerified)
      throw new DomainError(
        'forbidden',
        'Please confirm your email address first: under Settings > Security, choose Verify by Magic Link.',
      )
    const { threadId } = await contentOf(contentId)
    await app.rateLimits.take(accountBudgets.forumReport, String(reporterId), request.ip)
    const network = customerNetworkOf(request.ip)
    await reportNetworks.note({ contentId, subject, userId: reporterId, network })
    const known = { ...(await reportersOf(knex, contentId)), at: commandContext(request).at }
    const data = { threadId, ...body, reporterId, subject, ...known }
    await decide(request, threadId, { type: 'ReportContent', data })
    return { contentId }
  })
}
