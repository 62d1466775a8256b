import { expect } from 'vitest'
import { type Decider, DomainError, type DomainErrorCode, type Fact } from '../../backend/domain/decider.ts'

/** `given(prayers, [submitted]).when(approve).then([approved])`: the rules of one stream, told as a story. */
export function given<State, Command extends Fact, Event extends Fact>(
  decider: Decider<State, Command, Event>,
  history: readonly NoInfer<Event>[],
) {
  const state = history.reduce<State>(decider.evolve, decider.initialState)
  return {
    when(command: NoInfer<Command>) {
      const decide = () => decider.decide(command, state)
      return {
        /** The events that come of it, or the code of the rule that says no. */
        // biome-ignore lint/suspicious/noThenProperty: it is the story's word, and nobody awaits a story
        then(outcome: readonly NoInfer<Event>[] | DomainErrorCode): void {
          if (typeof outcome === 'string') expect(errorCodeOf(decide)).toBe(outcome)
          else expect(decide()).toEqual(outcome)
        },
        /** It was done already: no event, no error. */
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
