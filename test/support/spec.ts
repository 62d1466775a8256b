import { expect } from 'vitest'
import { type Decider, DomainError, type DomainErrorCode, type Fact } from '../../backend/kernel/eventlog/decider.ts'

/** `given(prayers, [submitted]).when(approve).then([approved])`: the rules of one stream as a sentence. */
export function given<State, Command extends Fact, Event extends Fact>(
  decider: Decider<State, Command, Event>,
  history: readonly NoInfer<Event>[],
) {
  const state = history.reduce<State>(decider.evolve, decider.initialState)
  return {
    when(command: NoInfer<Command>) {
      const decide = () => decider.decide(command, state)
      return {
        /** The resulting events, or the error code of the rule that rejects the command. */
        // biome-ignore lint/suspicious/noThenProperty: given/when/then is the usual wording, and it is never awaited
        then(outcome: readonly NoInfer<Event>[] | DomainErrorCode): void {
          if (typeof outcome === 'string') expect(errorCodeOf(decide)).toBe(outcome)
          else expect(decide()).toEqual(outcome)
        },
        /** Nothing to do: no event, no error. */
        thenNothing(): void {
          expect(decide()).toEqual([])
        },
      }
    },
  }
}

function errorCodeOf(decide: () => unknown): DomainErrorCode | 'none' {
  try {
    decide()
  } catch (error) {
    if (error instanceof DomainError) return error.code
    throw error
  }
  return 'none'
}
