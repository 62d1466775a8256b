import type { FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import { campaignClock } from '../../contract/campaign-event-times.ts'
import type { Entered } from '../../contract/hand-entry.ts'
import type { CommandContext } from '../kernel/eventlog/command-context.ts'
import { DomainError } from '../kernel/eventlog/decider.ts'
import type { SubjectKeys } from '../kernel/eventlog/encryption/subject-keys.ts'
import { commandContext } from '../kernel/http/command-context.ts'
import type { IdempotencyKey } from '../kernel/http/idempotency-key.ts'
import { invalidInput } from '../kernel/http/schemas.ts'
import { suppressionOf } from '../read-model/mail-consents.ts'
import { sameItems } from '../read-model/reviewed-items.ts'
import { numbered } from './command.ts'

/** Throws 400 for a day that is still to come, and DomainError 'conflict' for a person whose data was erased. */
export async function requireEntry(
  subjects: Pick<SubjectKeys, 'erasedAmong'>,
  { email, entryDay }: { email: string | null; entryDay: string },
): Promise<void> {
  if (entryDay > campaignClock.dateAt(new Date()))
    throw invalidInput([{ path: 'entryDay', message: 'This day is still to come. Use today or an earlier day.' }])
  if (email !== null && (await subjects.erasedAmong([email])).size > 0)
    throw new DomainError(
      'conflict',
      'The data of this person was erased, so staff do not bring them back. They can sign up on the website.',
    )
}

/**
 * The context of a creation that is the same for everyone who enters the same thing: when two admins enter it at once, the
 * log finds that the second one repeats the first. The hash is keyed, because it stays in the log.
 */
export function entryContext(
  subjects: Pick<SubjectKeys, 'emailHash'>,
  request: FastifyRequest,
  said: readonly unknown[],
): CommandContext {
  const { fingerprint: _, ...context } = commandContext(request)
  return { ...context, commandId: subjects.emailHash(Buffer.from(JSON.stringify(said)).toString('hex')) }
}

/** For numbers in a log that recognizes a repeated creation only in the same stream. */
export const entryKey = ({ commandId }: CommandContext) => ({ key: commandId, commandId, fingerprint: '' })

type Made = { id: number; events: readonly { metadata: { requestId: string } }[] }
type ItemTools = {
  knex: Knex
  subjects: Pick<SubjectKeys, 'emailHash' | 'erasedAmong'>
  nextId(key: IdempotencyKey, taken?: number): Promise<number>
}
/** `same`: the columns by which it is found again. */
type Item = {
  table: string
  same: { [column: string]: string | null }
  subject: string
  body: { email: string | null; entryDay: string }
}

/** Enters an item that waits for review, unless the person has one that says the same. */
export async function enterItem(
  { knex, subjects, nextId }: ItemTools,
  request: FastifyRequest,
  { table, same, subject, body }: Item,
  create: (id: number, context: CommandContext) => Promise<Made>,
): Promise<Entered> {
  await requireEntry(subjects, body)
  const items = await sameItems(knex, { table }, same)
  const known = items.find(({ status }) => status !== 'deleted' && status !== 'withdrawn')
  if (known) return enteredAs(knex, subject, { id: known.id, isNew: false })
  const context = entryContext(subjects, request, [table, ...Object.values(same), items.length])
  const draw = (taken?: number) => nextId(entryKey(context), taken)
  const { id, events } = await numbered(await draw(), draw, (number) => create(number, context))
  return enteredAs(knex, subject, { id, isNew: events.some(({ metadata }) => metadata.requestId === request.id) })
}

/** The answer about an entry by hand. */
export async function enteredAs(
  knex: Knex,
  subject: string,
  { id, isNew }: { id: number | null; isNew: boolean },
): Promise<Entered> {
  const suppression = await suppressionOf(knex, subject)
  return {
    id,
    outcome: isNew ? 'added' : 'known',
    mailSuppression: suppression && { reason: suppression.reason, at: new Date(suppression.at).toISOString() },
  }
}
