import { IdempotencyMismatch, type RepeatableCommand } from '../database/issued-numbers.ts'
import type { Codec } from './codec.ts'
import type { CommandContext } from './command-context.ts'
import { type Decider, DomainError, type Fact, stateAfter } from './decider.ts'
import { eventId } from './event-id.ts'
import { type EventLog, type Expected, type Position, type RecordedEvent, RevisionConflict } from './event-log.ts'
import type { EventMetadata, Recorded } from './metadata.ts'

export { eventId, IdempotencyMismatch }

export type Handled<Event extends Fact> = {
  /** The events decided now, or the first time if this is a replay. Decrypted. */
  events: Recorded<Event>[]
  /** Position of the last event; null when there was nothing to do. */
  position: Position | null
  isReplay: boolean
}

/** Another command has used the number that names this stream: the caller draws another one. */
export class NumberTaken extends Error {
  override readonly name = 'NumberTaken'
  constructor(stream: string) {
    super(`Stream ${stream} exists already.`)
  }
}

export type HandleOptions<Event extends Fact> = {
  /** The stream should not exist yet (a fresh id), which saves reading it; the append checks it. */
  isNew?: boolean
  /** The stream is new and named by a number that was drawn for this command. Throws NumberTaken. */
  isNumbered?: boolean
  /** Reads the stream instead of the log, for many commands at once (`createStreamReader`). */
  readStream?: (stream: string) => Promise<RecordedEvent[]>
  /** Throws when the caller has not seen the latest events. */
  check?: (history: readonly Recorded<Event>[]) => void
}

export type Handle = <State, Command extends Fact, Event extends Fact>(
  decider: Decider<State, Command, Event>,
  stream: string,
  command: Command,
  context: CommandContext,
  options?: HandleOptions<Event>,
) => Promise<Handled<Event>>

const maxAttempts = 8

/**
 * Reads a stream, decides, appends the decision, and decides again when another writer was first.
 * Throws what the decider throws, DomainError 'conflict' after 8 lost races, IdempotencyMismatch, NumberTaken.
 */
export function createHandle({
  log,
  codec,
  newId = eventId,
  register,
  rememberAddress,
}: {
  log: EventLog
  codec: Codec
  /**
   * For a log that does not recognize ids in every stream: records which request a key stands for. Throws
   * IdempotencyMismatch.
   */
  register?: (command: RepeatableCommand) => Promise<void>
  /**
   * Stores the IP address of an acting admin, which the log must not keep forever; called before each append by an
   * admin.
   */
  rememberAddress?: (of: { userId: number; requestId: string; ip: string }) => Promise<void>
  newId?: (commandId: string, commandType: string, index: number) => string
}): Handle {
  return async function handle<State, Command extends Fact, Event extends Fact>(
    decider: Decider<State, Command, Event>,
    stream: string,
    command: Command,
    context: CommandContext,
    { isNumbered = false, isNew = isNumbered, readStream = log.readStream, check }: HandleOptions<Event> = {},
  ): Promise<Handled<Event>> {
    const { commandId, fingerprint } = context
    const idOf = (index: number) => newId(commandId, command.type, index)
    const metadata = metadataOf(command, context)

    /** Repeats the first answer from the events that this command once appended. */
    async function replay(recorded: readonly RecordedEvent[]): Promise<Handled<Event>> {
      const events = await codec.decode<Event>(recorded)
      if (events.some((event) => event.metadata.fingerprint !== fingerprint)) throw new IdempotencyMismatch()
      return { events, position: events.at(-1)?.position ?? null, isReplay: true }
    }

    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const [recorded] = await Promise.all([
        isNew && attempt === 1 ? [] : readStream(stream),
        attempt === 1 && fingerprint !== undefined ? register?.({ commandId, fingerprint }) : undefined,
      ])
      // Checked before deciding: after the first run the same command may be rejected, or have nothing to do.
      const own = ownEvents(recorded, idOf)
      if (own.length > 0) return replay(own)
      if (isNumbered && recorded.length > 0) throw new NumberTaken(stream)

      const history = await codec.decode<Event>(recorded)
      check?.(history)
      const state = stateAfter(decider, history)
      const decided = decider.decide(command, state)
      if (decided.length === 0) return { events: [], position: null, isReplay: false }

      const encoded = await codec.encode(
        decided,
        metadata,
        decided.map((_, index) => idOf(index)),
      )
      const { actor, ip, requestId } = context
      if (actor.kind === 'admin' && ip !== undefined) await rememberAddress?.({ userId: actor.id, requestId, ip })
      const expected: Expected = recorded.at(-1)?.revision ?? 'no-stream'
      try {
        const appended = await log.append(stream, expected, encoded)
        if (appended.outcome === 'duplicate') return await replay(appended.events)
        return { events: asDecided(decided, appended.events), position: appended.position, isReplay: false }
      } catch (error) {
        if (!(error instanceof RevisionConflict)) throw error
      }
    }
    throw new DomainError('conflict', 'Someone else is changing this at the same time. Please try again.')
  }
}

/** The recorded events with the original data, so that nothing just encrypted is decrypted. */
function asDecided<Event extends Fact>(decided: readonly Event[], stored: readonly RecordedEvent[]): Recorded<Event>[] {
  return decided.flatMap((event, index) => {
    const kept = stored[index]
    if (!kept) return []
    const { id, stream, revision, position, metadata } = kept
    return [{ ...event, id, stream, revision, position, metadata: JSON.parse(metadata) }]
  })
}

function metadataOf(command: Fact, context: CommandContext): Omit<EventMetadata, 'schemaVersion'> {
  const { at, actor, rights, requestId, correlationId, causationId, fingerprint } = context
  return {
    at,
    actor,
    ...(actor.kind === 'admin' && rights ? { rights } : {}),
    requestId,
    correlationId,
    ...(causationId === undefined ? {} : { causationId }),
    command: command.type,
    ...(fingerprint === undefined ? {} : { fingerprint }),
  }
}

/** The events that the same command appended before: they are consecutive, and the first has the id of index 0. */
function ownEvents(recorded: readonly RecordedEvent[], idOf: (index: number) => string): RecordedEvent[] {
  if (recorded.length === 0) return []
  const firstId = idOf(0)
  const first = recorded.findIndex(({ id }) => id === firstId)
  if (first < 0) return []
  return recorded.slice(first).filter(({ id }, index) => id === idOf(index))
}
