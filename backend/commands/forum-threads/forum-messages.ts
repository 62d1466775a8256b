import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import {
  deleteMessage,
  deletePost,
  deleteThread,
  hideVersion,
  restoreMessage,
} from '../../../contract/forum-messages.ts'
import type { ForumThreadCommand } from '../../domain/forum/forum-thread-events.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import { route, staff } from '../../kernel/http/route.ts'
import { forumMessageRow } from '../../read-model/forum-messages.ts'
import { forumEdits, forumPostRow, forumThreadRow } from '../../read-model/forum-threads.ts'
import type { ForumDecisions } from './forum-decisions.ts'

/** Deleting and restoring by admins. Threads and replies share one id sequence, so one path can serve both. */
export async function forumMessageCommands(
  app: FastifyInstance,
  { forum, knex }: { forum: ForumDecisions; knex: Knex },
): Promise<void> {
  const { decide, decideAsRead, contentOf } = forum

  const rows = { thread: forumThreadRow, post: forumPostRow, any: forumMessageRow }
  async function remove(id: number, request: FastifyRequest, wanted?: 'thread' | 'post') {
    const { threadId, contentType } = await contentOf(id, wanted)
    const command: ForumThreadCommand =
      contentType === 'thread'
        ? { type: 'DeleteThread', data: { threadId } }
        : { type: 'DeleteReply', data: { threadId, postId: id } }
    await decideAsRead(request, { threadId, contentId: id }, command, rows[wanted ?? 'any'])
  }
  route(app, deleteThread, staff('forum'), ({ params, request }) => remove(params.id, request, 'thread'))
  route(app, deletePost, staff('forum'), ({ params, request }) => remove(params.id, request, 'post'))
  route(app, deleteMessage, staff('forum'), ({ params, request }) => remove(params.id, request))
  route(app, restoreMessage, staff('forum'), async ({ params: { id }, request }) => {
    const { threadId, contentType } = await contentOf(id)
    const command: ForumThreadCommand =
      contentType === 'thread'
        ? { type: 'RestoreThread', data: { threadId } }
        : { type: 'RestoreReply', data: { threadId, postId: id } }
    await decide(request, threadId, command)
  })

  route(app, hideVersion, staff('forum'), async ({ params: { id }, body: { at, isHidden }, request }) => {
    const { threadId } = await contentOf(id)
    const versions = await forumEdits(knex, id, { seesWithheld: true })
    const writtenAt = new Date(at).toISOString()
    const place = versions.findIndex((version) => new Date(version.at).toISOString() === writtenAt)
    if (place === -1) throw new DomainError('not_found', 'This post has no version of that time.')
    if (place === versions.length - 1)
      throw new DomainError('conflict', 'This is what the post says now. Delete the post instead.')
    const data = { threadId, contentId: id, writtenAt }
    await decide(request, threadId, { type: isHidden ? 'HideVersion' : 'ShowVersion', data })
    return forumEdits(knex, id, { seesWithheld: true })
  })
}
