import type { FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import { type ForumThreadCommand, type ForumThreadEvent, isTextOf } from '../../domain/forum/forum-thread-events.ts'
import { forumThreadStream, forumThreads } from '../../domain/forum/forum-threads.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import { notSignedIn } from '../../kernel/http/guards.ts'
import { forumContentRow } from '../../read-model/forum-threads.ts'
import { subjectOf } from '../../read-model/subjects.ts'
import { createExecute, type ExecuteTools, oneAtATime } from '../command.ts'
import { showingCurrent, sinceRevision } from '../concurrent-edits.ts'

export type ForumDecisions = ReturnType<typeof createForumDecisions>

const texts = { fields: ['title', 'content'] }
const refusal = 'The author changed this text after you read it. Read it as it is now, then decide.'

/** Shared by forum and moderation: one queue per thread, and the author and content of a command. */
export function createForumDecisions({ handle, waitForProjection, knex }: ExecuteTools & { knex: Knex }) {
  const execute = createExecute({ handle: oneAtATime(handle), waitForProjection })
  return {
    /** Returns the events of the command; `isNumbered`: it starts the thread. */
    decide: (request: FastifyRequest, threadId: number, command: ForumThreadCommand, options?: { isNumbered: true }) =>
      execute(request, forumThreads, forumThreadStream(threadId), command, options),

    /**
     * The same about a text that an admin read: 409 with the `current` row, where its author has edited it after the
     * revision in If-Match.
     */
    async decideAsRead(
      request: FastifyRequest,
      { threadId, contentId }: { threadId: number; contentId: number },
      command: ForumThreadCommand,
      current: (knex: Knex, id: number) => Promise<object | null>,
    ) {
      const isAbout = (event: ForumThreadEvent) => isTextOf(contentId, event)
      const check = sinceRevision<ForumThreadEvent>(request, texts, { isAbout, refusal })
      await showingCurrent(
        { waitForProjection, request },
        () => current(knex, contentId),
        () => execute(request, forumThreads, forumThreadStream(threadId), command, { check }),
      )
    },

    /** The signed-in author, and the subject their posts are encrypted for. */
    async authorOf({ person }: FastifyRequest) {
      const subject = person && (await subjectOf(knex, 'users', person.id))
      if (!person || !subject) throw notSignedIn()
      return { authorId: person.id, subject }
    },

    /** The thread of a reply or thread id. Throws DomainError 'not_found'. */
    async contentOf(id: number, wanted?: 'thread' | 'post') {
      const content = await forumContentRow(knex, id)
      if (content && (!wanted || content.contentType === wanted)) return content
      const names = { thread: 'Thread', post: 'Reply' }
      throw new DomainError('not_found', `${wanted ? names[wanted] : 'Content'} not found.`)
    },
  }
}
