import type { FastifyInstance } from 'fastify'
import { erasePerson } from '../../contract/admin.ts'
import { DomainError } from '../domain/decider.ts'
import { subjects as subjectDecider, subjectStream } from '../domain/subjects.ts'
import type { Position } from '../eventlog/event-log.ts'
import type { CommandContext } from '../eventlog/handle.ts'
import { route } from '../http/route.ts'
import type { CommandTools } from './command.ts'

/**
 * Forgets a person for good; answers the position of SubjectErased, null when it was said before.
 * The event comes first, then the key: once the event is durable the reactor (reactors/erasures.ts) finishes what a
 * crash cuts short. The other way round a crash would leave a person without a key whom no event, and after the
 * loss of the address no search, leads back to. Throws DomainError 'conflict' for an active admin.
 */
export async function eraseSubject(
  { handle, subjects, accounts }: Pick<CommandTools, 'handle' | 'subjects' | 'accounts'>,
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

export async function erasureCommands(app: FastifyInstance, tools: CommandTools): Promise<void> {
  route(app, erasePerson, { policy: 'admin' }, async ({ body, request }) => {
    const subject =
      'email' in body ? await tools.subjects.find(body.email) : await tools.rows.subjectOf(body.topic, body.id)
    if (subject === null) return { erased: false }
    const context = tools.context(request)
    for (const each of await tools.rows.samePerson(subject)) {
      // Of their own, since ids of events are made from it.
      const commandId = each === subject ? context.commandId : `${context.commandId} ${each}`
      await tools.waitForProjection(await eraseSubject(tools, each, { ...context, commandId }), request)
    }
    return { erased: true }
  })
}
