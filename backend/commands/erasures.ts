import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { erasePerson } from '../../contract/admin.ts'
import { DomainError } from '../domain/decider.ts'
import { subjects as subjectDecider, subjectStream } from '../domain/subjects.ts'
import type { CommandContext } from '../eventlog/command-context.ts'
import type { SubjectKeys } from '../eventlog/encryption/subject-keys.ts'
import type { Position } from '../eventlog/event-log.ts'
import type { Handle } from '../eventlog/handle.ts'
import { commandContext } from '../http/command-context.ts'
import type { WaitForProjection } from '../http/pending-position.ts'
import { route } from '../http/route.ts'
import { samePerson, subjectOf } from '../read-model/subjects.ts'

export type EraseTools = {
  handle: Handle
  subjects: Pick<SubjectKeys, 'forget'>
  accounts: {
    isActiveAdmin(subject: string): Promise<boolean>
    /** Forgets the person's account and sessions, when there is one. Doing it twice is fine. */
    erase(subject: string): Promise<void>
  }
}

type ErasureTools = EraseTools & {
  subjects: Pick<SubjectKeys, 'find'>
  waitForProjection: WaitForProjection
  knex: Knex
}

/**
 * Forgets a person for good; answers the position of SubjectErased, null when it was said before.
 * The event comes first, then the key: once the event is durable the reactor (reactors/erasures.ts) finishes what a
 * crash cuts short. The other way round a crash would leave a person without a key whom no event, and after the
 * loss of the address no search, leads back to. Throws DomainError 'conflict' for an active admin.
 */
export async function eraseSubject(
  { handle, subjects, accounts }: EraseTools,
  subject: string,
  context: CommandContext,
): Promise<Position | null> {
  // Whoever calls the route is one, so that nobody erases themselves here either.
  if (await accounts.isActiveAdmin(subject))
    throw new DomainError('conflict', 'An administrator cannot be erased. Remove their admin rights first.')
  const command = { type: 'EraseSubject', data: { subject } } as const
  const { position } = await handle(subjectDecider, subjectStream(subject), command, context)
  await subjects.forget(subject)
  await accounts.erase(subject)
  return position
}

export async function erasureCommands(app: FastifyInstance, tools: ErasureTools): Promise<void> {
  const { subjects, waitForProjection, knex } = tools
  route(app, erasePerson, { policy: 'admin' }, async ({ body, request }) => {
    const subject = 'email' in body ? await subjects.find(body.email) : await subjectOf(knex, body.topic, body.id)
    if (subject === null) return { erased: false }
    const context = commandContext(request)
    for (const each of await samePerson(knex, subject)) {
      // Of their own, since ids of events are made from it.
      const commandId = each === subject ? context.commandId : `${context.commandId} ${each}`
      await waitForProjection(await eraseSubject(tools, each, { ...context, commandId }), request)
    }
    return { erased: true }
  })
}
