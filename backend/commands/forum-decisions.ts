import type { FastifyRequest } from 'fastify'
import { createKeyedQueue } from '../concurrency/keyed-queue.ts'
import { DomainError } from '../domain/decider.ts'
import type { ForumThreadCommand } from '../domain/forum-thread-events.ts'
import { forumThreadStream, forumThreads } from '../domain/forum-threads.ts'
import { HttpProblem } from '../http/problem.ts'
import type { CommandTools } from './command.ts'

export type ForumTools = CommandTools & { forum: ReturnType<typeof createForumDecisions> }

/** What forum and moderation share: one queue per thread, and who and what a command is about. */
export function createForumDecisions({ handle, context, waitForProjection, rows }: CommandTools) {
  const inTurn = createKeyedQueue()
  return {
    /** The events of the command; `isNew`: it begins the thread. */
    async decide(request: FastifyRequest, threadId: number, command: ForumThreadCommand, { isNew = false } = {}) {
      const stream = forumThreadStream(threadId)
      const { events, position } = await inTurn(stream, () =>
        handle(forumThreads, stream, command, context(request), { isNew }),
      )
      await waitForProjection(position, request)
      return events
    },

    /** The signed-in writer, and under which subject the log keeps the words. */
    async authorOf({ person }: FastifyRequest) {
      const subject = person && (await rows.subjectOf('users', person.id))
      if (!person || !subject) throw new HttpProblem(401, 'Please log in first.')
      return { authorId: person.id, subject }
    },

    /** The thread that a reply, or a thread itself, belongs to. Throws DomainError 'not_found'. */
    async contentOf(id: number, wanted?: 'thread' | 'post') {
      const content = await rows.forumContent(id)
      if (content && (!wanted || content.contentType === wanted)) return content
      const names = { thread: 'Thread', post: 'Reply' }
      throw new DomainError('not_found', `${wanted ? names[wanted] : 'Content'} not found.`)
    },
  }
}
