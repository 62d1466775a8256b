import type { FastifyInstance, FastifyRequest } from 'fastify'
import { deleteMessage, deletePost, deleteThread, restoreMessage } from '../../../contract/forum-messages.ts'
import type { ForumThreadCommand } from '../../domain/forum-thread-events.ts'
import { route } from '../../http/route.ts'
import type { ForumDecisions } from './forum-decisions.ts'

/** Deleting and restoring by admins. Threads and replies share one id sequence, so one path can serve both. */
export async function forumMessageCommands(app: FastifyInstance, { forum }: { forum: ForumDecisions }): Promise<void> {
  const { decide, contentOf } = forum

  async function mark(id: number, request: FastifyRequest, wanted: 'thread' | 'post' | undefined, isDeleted: boolean) {
    const { threadId, contentType } = await contentOf(id, wanted)
    const command: ForumThreadCommand =
      contentType === 'thread'
        ? { type: isDeleted ? 'DeleteThread' : 'RestoreThread', data: { threadId } }
        : { type: isDeleted ? 'DeleteReply' : 'RestoreReply', data: { threadId, postId: id } }
    await decide(request, threadId, command)
  }
  route(app, deleteThread, { policy: 'admin' }, ({ params, request }) => mark(params.id, request, 'thread', true))
  route(app, deletePost, { policy: 'admin' }, ({ params, request }) => mark(params.id, request, 'post', true))
  route(app, deleteMessage, { policy: 'admin' }, ({ params, request }) => mark(params.id, request, undefined, true))
  route(app, restoreMessage, { policy: 'admin' }, ({ params, request }) => mark(params.id, request, undefined, false))
}
