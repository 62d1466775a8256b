import type { Decider, Fact } from '../kernel/eventlog/decider.ts'

/** For streams of one event: the first command is recorded, and every later one changes nothing. */
export const recordedOnce = <Command extends Fact, Event extends Fact>(
  record: (command: Command) => Event,
): Decider<{ isRecorded: boolean }, Command, Event> => ({
  initialState: { isRecorded: false },
  decide: (command, { isRecorded }) => (isRecorded ? [] : [record(command)]),
  evolve: () => ({ isRecorded: true }),
})
