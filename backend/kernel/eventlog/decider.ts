/** A command or an event: a name and plain JSON values. */
export type Fact<Type extends string = string, Data = unknown> = { type: Type; data: Data }

/**
 * The rules of one kind of stream (Chassaing’s decider). Pure: no clock, no randomness, no promise. `decide` returns
 * the events to append (none when there is nothing to do) or throws a DomainError.
 */
export type Decider<State, Command extends Fact, Event extends Fact> = {
  initialState: State
  decide(command: Command, state: State): Event[]
  evolve(state: State, event: Event): State
}

/**
 * Replaces an event that cannot be read because another program wrote it into one of our streams. It changes nothing,
 * and the operator is told.
 */
export type EventSetAside = Fact<'EventSetAside', { stream: string; type: string; reason: string }>

/** Only a newer release of this program can read an event of ours. The message says what the operator has to do. */
export class NewerEvent extends Error {
  override readonly name = 'NewerEvent'
  readonly type: string
  constructor(type: string, { version, position }: { version?: number; position?: string } = {}) {
    const what = version === undefined ? type : `${type} in version ${version}`
    const where = position === undefined ? '' : ` at position ${position}`
    super(
      `The event log holds ${what}${where}, which this release does not know: a newer one has written it. Start that release again, or a later one.`,
    )
    this.type = type
  }
}

/** The state of a stream after these events. Throws NewerEvent for an event that the decider does not know. */
export const stateAfter = <State, Command extends Fact, Event extends Fact>(
  { initialState, evolve }: Decider<State, Command, Event>,
  events: readonly Event[],
): State =>
  events.reduce((state, event) => {
    if (event.type === 'EventSetAside') return state
    const next = evolve(state, event)
    if (next === undefined) throw new NewerEvent(event.type)
    return next
  }, initialState)

export type DomainErrorCode = 'invalid' | 'not_found' | 'conflict' | 'forbidden' | 'unprocessable'

/**
 * A rule forbids the command. The message is one sentence that tells the user what to do; the edge maps the code to an
 * HTTP status.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError'
  readonly code: DomainErrorCode
  constructor(code: DomainErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
