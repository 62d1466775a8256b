import type { Decider, Fact } from '../domain/decider.ts'
import type { Position } from './event-log.ts'
import type { Actor, Recorded } from './metadata.ts'

/** Everything about a command that is not the command: who, when, and under which key it may be repeated. */
export type CommandContext = {
  /** ISO 8601, milliseconds, UTC: the time of every event of this command. */
  at: string
  actor: Actor
  ip?: string
  requestId: string
  correlationId: string
  causationId?: string
  /** Event ids are derived from it: the same id asked twice appends once. */
  commandId: string
  /** SHA-256 (hex) over route, actor and body; the same commandId with another fingerprint is refused. */
  fingerprint?: string
}

export type Handled<Event extends Fact> = {
  /** What was decided now, or the first time when this is a repeat. Decrypted. */
  events: Recorded<Event>[]
  /** Of the last event; null when nothing was left to do. */
  position: Position | null
  isRepeat: boolean
}

export type Handle = <State, Command extends Fact, Event extends Fact>(
  decider: Decider<State, Command, Event>,
  stream: string,
  command: Command,
  context: CommandContext,
  /** `isNew`: the stream is expected not to exist (a fresh id), which saves reading it; checked by the append. */
  options?: { isNew?: boolean },
) => Promise<Handled<Event>>

/** The same Idempotency-Key was used for something else (422). */
export class IdempotencyMismatch extends Error {
  constructor() {
    super('This Idempotency-Key was already used for a different request. Send a new key.')
    this.name = 'IdempotencyMismatch'
  }
}
