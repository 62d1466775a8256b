import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { forumCategories } from '../../../contract/forum-categories.ts'
import * as api from '../../../contract/forum-threads.ts'
import { addressBudgets } from '../../../contract/request-budgets.ts'
import type { ForumThreadEvent } from '../../domain/forum/forum-thread-events.ts'
import type { Screening } from '../../domain/forum/screening.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import type { Recorded } from '../../kernel/eventlog/metadata.ts'
import { HttpProblem } from '../../kernel/http/problem.ts'
import { route, staff } from '../../kernel/http/route.ts'
import { forumPostRow, forumThreadRow } from '../../read-model/forum-threads.ts'
import { type NextId, numbered } from '../command.ts'
import type { ForumDecisions } from './forum-decisions.ts'

type ForumThreadTools = {
  forum: ForumDecisions
  nextId: NextId<'forum_content'>
  /** Classifies a text and adds the current thresholds. */
  screen(text: string): Promise<Screening>
  knex: Knex
}

const notFound = (what: string) => new DomainError('not_found', `${what} not found.`)

/** The outcome for a new text; a rejected one gets 422 and instructions for an appeal. */
function statusOf(events: readonly Recorded<ForumThreadEvent>[]): 'approved' | 'pending' {
  const screened = events.find((event) => event.type === 'ContentScreened')
  if (screened?.data.outcome === 'refused')
    throw new HttpProblem(
      422,
      `This was not published: ${screened.data.reason} If you think that is wrong, you can appeal below the form.`,
    )
  return screened?.data.outcome === 'held' ? 'pending' : 'approved'
}

/** Built from the events, not the request, so that a replay returns the first answer. */
function started(events: readonly Recorded<ForumThreadEvent>[]): api.ForumThread {
  const event = events.find((event) => event.type === 'ThreadStarted')
  if (!event) throw new Error('StartThread decided nothing.')
  const { threadId, categoryId, authorId, title, content } = event.data
  return {
    ...{ id: threadId, revision: event.revision, categoryId, authorId, title, content, createdAt: event.metadata.at },
    ...{ editedAt: null, isPinned: false, isLocked: false, replyCount: 0, lastReplyAt: null },
    moderationStatus: statusOf(events),
  }
}

function posted(events: readonly Recorded<ForumThreadEvent>[]): api.ForumPost {
  const event = events.find((event) => event.type === 'ReplyPosted')
  if (!event) throw new Error('PostReply decided nothing.')
  const { postId, threadId, authorId, content } = event.data
  const { revision } = event
  const moderationStatus = statusOf(events)
  return {
    id: postId,
    revision,
    threadId,
    authorId,
    content,
    createdAt: event.metadata.at,
    editedAt: null,
    moderationStatus,
  }
}

export async function forumThreadCommands(
  app: FastifyInstance,
  { forum, nextId, screen, knex }: ForumThreadTools,
): Promise<void> {
  const { decide, authorOf, contentOf } = forum

  route(app, api.startThread, { policy: 'user', rateLimit: addressBudgets.forum }, async ({ body, request }) => {
    const { title, content, categoryId } = body
    if (!forumCategories.some(({ id }) => id === categoryId)) throw notFound('Category')
    const author = await authorOf(request)
    const draw = (taken?: number) => nextId('forum_content', request.idempotency, taken)
    const [first, screening] = await Promise.all([draw(), screen(`${title}\n${content}`)])
    return numbered(first, draw, async (threadId) => {
      const data = { threadId, categoryId, ...author, title, content, screening }
      return started(await decide(request, threadId, { type: 'StartThread', data }, { isNumbered: true }))
    })
  })

  route(app, api.postReply, { policy: 'user', rateLimit: addressBudgets.forum }, async ({ body, request }) => {
    const { content, threadId } = body
    const author = await authorOf(request)
    const [postId, screening] = await Promise.all([nextId('forum_content'), screen(content)])
    const data = { threadId, postId, ...author, content, screening }
    return posted(await decide(request, threadId, { type: 'PostReply', data }))
  })

  route(
    app,
    api.editThread,
    { policy: 'user', rateLimit: addressBudgets.forum },
    async ({ params: { id }, body, request }) => {
      const { title, content } = body
      const { authorId } = await authorOf(request)
      const screening = await screen(`${title}\n${content}`)
      await decide(request, id, { type: 'EditThread', data: { threadId: id, authorId, title, content, screening } })
      return (await forumThreadRow(knex, id)) ?? Promise.reject(notFound('Thread'))
    },
  )

  route(
    app,
    api.editReply,
    { policy: 'user', rateLimit: addressBudgets.forum },
    async ({ params: { id }, body, request }) => {
      const { authorId } = await authorOf(request)
      const [{ threadId }, screening] = await Promise.all([contentOf(id, 'post'), screen(body.content)])
      const data = { threadId, postId: id, authorId, content: body.content, screening }
      await decide(request, threadId, { type: 'EditReply', data })
      return (await forumPostRow(knex, id)) ?? Promise.reject(notFound('Reply'))
    },
  )

  route(app, api.markThread, staff('forum'), async ({ params: { id }, body, request }) => {
    const data = { threadId: id }
    const type =
      'isPinned' in body ? (body.isPinned ? 'PinThread' : 'UnpinThread') : body.isLocked ? 'LockThread' : 'UnlockThread'
    await decide(request, id, { type, data })
    return (await forumThreadRow(knex, id)) ?? Promise.reject(notFound('Thread'))
  })
}
