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
import { addressesOf, samePerson, subjectOf, subjectsOf } from '../read-model/subjects.ts'
import { stateOf } from './auth/rights.ts'

export type EraseTools = {
  handle: Handle
  subjects: Pick<SubjectKeys, 'forget'>
  accounts: {
    isActiveAdmin(subject: string): Promise<boolean>
    /** Deletes the person's account and sessions, if any. Idempotent. */
    erase(subject: string): Promise<void>
  }
}

type ErasureTools = EraseTools & {
  subjects: Pick<SubjectKeys, 'find'>
  waitForProjection: WaitForProjection
  knex: Knex
}

/**
 * Erases a person permanently; returns the position of SubjectErased, null if they were erased before. The event comes
 * first, then the key: once the event is durable, a reactor (reactors/erasures.ts) finishes what a crash interrupts. The
 * other way round, a crash could leave data without a key that no event or address leads to. Throws DomainError
 * 'conflict' for an active admin.
 */
export async function eraseSubject(
  { handle, subjects, accounts }: EraseTools,
  subject: string,
  context: CommandContext,
): Promise<Position | null> {
  // The caller is an admin too, so nobody can erase themselves here.
  if (await accounts.isActiveAdmin(subject))
    throw new DomainError('conflict', 'An administrator cannot be erased. Remove their admin rights first.')
  const command = { type: 'EraseSubject', data: { subject } } as const
  const { position } = await handle(subjectDecider, subjectStream(subject), command, context)
  await subjects.forget(subject)
  await accounts.erase(subject)
  return position
}

export type EraseUserTools = EraseTools &
  Parameters<typeof stateOf>[0] & {
    knex: Knex
    /** Null when profile photos are turned off. */
    photos: { forget(subject: string): Promise<void> } | null
    /** Deletes mail to or about these addresses from the development outbox. */
    forgetMail(addresses: readonly string[]): Promise<void>
  }

/**
 * Erases the owner of an account, under every address they had. Every step is idempotent, so a second run finishes what
 * a crash interrupted: the current subject is erased last, and until then the account can be found. Returns the position
 * of the last erasure.
 */
export async function eraseUser(
  tools: EraseUserTools,
  { userId, subject }: { userId: number; subject: string },
  context: CommandContext,
): Promise<Position | null> {
  const { knex, photos, forgetMail } = tools
  await forgetMail(await addressesOf(knex, userId))
  const logged = (await stateOf(tools, userId))?.subjects
  const others = (await subjectsOf(knex, userId, logged)).filter((each) => each !== subject)
  let position: Position | null = null
  for (const each of [...others, subject]) {
    await photos?.forget(each)
    // A separate id per subject, because event ids are derived from it.
    position = await eraseSubject(tools, each, { ...context, commandId: `${context.commandId} ${each}` })
  }
  return position
}

export async function erasureCommands(app: FastifyInstance, tools: ErasureTools): Promise<void> {
  const { subjects, waitForProjection, knex } = tools
  route(app, erasePerson, { policy: 'admin' }, async ({ body, request }) => {
    const subject = 'email' in body ? await subjects.find(body.email) : await subjectOf(knex, body.topic, body.id)
    if (subject === null) return { erased: false }
    const context = commandContext(request)
    for (const each of await samePerson(knex, subject)) {
      // A separate id per subject, because event ids are derived from it.
      const commandId = each === subject ? context.commandId : `${context.commandId} ${each}`
      await waitForProjection(await eraseSubject(tools, each, { ...context, commandId }), request)
    }
    return { erased: true }
  })
}
