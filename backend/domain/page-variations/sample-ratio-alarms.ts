import type { Decider, Fact } from '../../kernel/eventlog/decider.ts'

type Check = {
  generation: number
  /** Of both tests together, 0 to 1. */
  pValue: number
}

export type SampleRatioCommand = Fact<'CheckSampleRatio', Check & { isMismatch: boolean }>
export type SampleRatioEvent =
  /** Pages are not served or reported as their recorded chances say: what was measured cannot be trusted. */
  | Fact<'SampleRatioMismatched', Check>
  /** The figures agree again. */
  | Fact<'SampleRatioRestored', Check>

export const sampleRatioStream = 'sample-ratio'

/** One event when the alarm starts, and one when it ends, however often it is checked. */
export const sampleRatioAlarms: Decider<{ isMismatch: boolean }, SampleRatioCommand, SampleRatioEvent> = {
  initialState: { isMismatch: false },
  decide({ data: { isMismatch, ...check } }, before) {
    if (isMismatch === before.isMismatch) return []
    return [{ type: isMismatch ? 'SampleRatioMismatched' : 'SampleRatioRestored', data: check }]
  },
  evolve(_, { type }) {
    return { isMismatch: type === 'SampleRatioMismatched' }
  },
}
