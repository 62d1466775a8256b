import type { FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import { createKeyedQueue } from '../kernel/concurrency/keyed-queue.ts'
import type { CommandContext } from '../kernel/eventlog/command-context.ts'
import { type Decider, DomainError, type Fact } from '../kernel/eventlog/decider.ts'
import type { SubjectKeys } from '../kernel/eventlog/encryption/subject-keys.ts'
import { type Handle, type HandleOptions, NumberTaken } from '../kernel/eventlog/handle.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import { commandContext } from '../kernel/http/command-context.ts'
import { notSignedIn } from '../kernel/http/guards.ts'
import type { IdempotencyKey } from '../kernel/http/idempotency-key.ts'
import type { WaitForProjection } from '../kernel/http/pending-position.ts'
import { HttpProblem } from '../kernel/http/problem.ts'
import { subjectOf } from '../read-model/subjects.ts'
import { type AccountRow, accountRow } from '../read-model/users.ts'

/**
 * Decides a command of a request and waits until the read model shows the result. Returns the events; for a replay,
 * those of the first time.
 */
export type Execute = <State, Command extends Fact, Event extends Fact>(
  request: FastifyRequest,
  decider: Decider<State, Command, Event>,
  stream: string,
  command: Command,
  options?: HandleOptions<Event> & {
    /** Derived from the request by default. */
    context?: CommandContext
  },
) => Promise<Recorded<Event>[]>

export type ExecuteTools = { handle: Handle; waitForProjection: WaitForProjection }

export const createExecute =
  ({ handle, waitForProjection }: ExecuteTools): Execute =>
  async (request, decider, stream, command, { context = commandContext(request), ...options } = {}) => {
    const { events, position, isReplay } = await handle(decider, stream, command, context, options)
    if (isReplay && request.idempotency) request.idempotency.isRepeated = true
    await waitForProjection(position, request)
    return events
  }

/**
 * The next number of a sequence. A command that names a new stream by it passes the key of its request, and gets the same
 * number again when it is repeated.
 */
export type NextId<Sequence extends string> = (
  sequence: Sequence,
  key?: IdempotencyKey | null,
  taken?: number,
) => Promise<number>

/**
 * Runs a creation that names a new stream by a number. Where the log has used that number for something else, because the
 * database is from an older backup, `draw` is called for another one.
 */
export async function numbered<Result>(
  first: number,
  draw: (taken: number) => Promise<number>,
  create: (id: number) => Promise<Result>,
): Promise<Result> {
  for (let id = first; ; ) {
    try {
      return await create(id)
    } catch (error) {
      if (!(error instanceof NumberTaken)) throw error
      id = await draw(id)
    }
  }
}

/** For streams that many people write to at once: their commands queue up instead of losing races. */
export function oneAtATime(handle: Handle): Handle {
  const queue = createKeyedQueue()
  return (decider, stream, ...rest) => queue(stream, () => handle(decider, stream, ...rest))
}

/** The account of the signed-in person; for routes that are not public. */
export async function ownAccount(knex: Knex, { person }: FastifyRequest): Promise<AccountRow> {
  if (!person) throw notSignedIn()
  const found = await accountRow(knex, person.id)
  if (found) return found
  throw new HttpProblem(503, 'Your account is still being set up. Please try again in a moment.', {
    headers: { 'retry-after': '1' },
  })
}

/** The subject of an address; a new one every time when there is no address. */
export const subjectFor = (
  subjects: Pick<SubjectKeys, 'anonymous' | 'forEmail'>,
  email: string | null,
): Promise<string> => (email === null ? subjects.anonymous() : subjects.forEmail(email))

export const cannotRestore = 'This cannot be restored.'

/** Throws DomainError 'conflict' for an item of an erased person. An unknown item passes; its decider rejects it. */
export async function requireLiving(
  { knex, subjects }: { knex: Knex; subjects: Pick<SubjectKeys, 'read'> },
  topic: string,
  id: number,
  consequence = 'You can only delete this.',
): Promise<void> {
  const subject = await subjectOf(knex, topic, id)
  if (subject === null) return
  const keys = await subjects.read([subject])
  if (keys.get(subject) === 'erased')
    throw new DomainError('conflict', `The personal data of this person was erased. ${consequence}`)
}
