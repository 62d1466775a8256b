import type { FastifyInstance, FastifyRequest } from 'fastify'
import { deleteMessage, deletePost, deleteThread, restoreMessage } from '../../../contract/forum-messages.ts'
import type { ForumThreadCommand } from '../../domain/forum-thread-events.ts'
import { route } from '../../http/route.ts'
import type { ForumDecisions } from './forum-decisions.ts'

/** Deleting and restoring by admins. Threads and replies share one id sequence, so one path can serve both. */
export async function forumMessageCommands(app: FastifyInstance, { forum }: { forum: ForumDecisions }): Promise<void> {
  const { decide, contentOf } = forum

  async function remove(id: number, request: FastifyRequest, wanted?: 'thread' | 'post') {
    const { threadId, contentType } = await contentOf(id, wanted)
    const command: ForumThreadCommand =
      contentType === 'thread'
        ? { type: 'DeleteThread', data: { threadId } }
        : { type: 'DeleteReply', data: { threadId, postId: id } }
    await decide(request, threadId, command)
  }
  route(app, deleteThread, { policy: 'admin' }, ({ params, request }) => remove(params.id, request, 'thread'))
  route(app, deletePost, { policy: 'admin' }, ({ params, request }) => remove(params.id, request, 'post'))
  route(app, deleteMessage, { policy: 'admin' }, ({ params, request }) => remove(params.id, request))
  route(app, restoreMessage, { policy: 'admin' }, async ({ params: { id }, request }) => {
    const { threadId, contentType } = await contentOf(id)
    const command: ForumThreadCommand =
      contentType === 'thread'
        ? { type: 'RestoreThread', data: { threadId } }
        : { type: 'RestoreReply', data: { threadId, postId: id } }
    await decide(request, threadId, command)
  })
}
