import type { Decider, Fact } from './decider.ts'

/** `userId`: the account they were for; null when there is none, and for a series from one IP address. */
type Series = { userId: number | null; series: 'account' | 'address'; attempts: number; since: string }

export type FailedSignInsCommand = Fact<'ReportFailedSignIns', Series>
/** Five in a quarter of an hour; a series ends with a quarter of an hour without one. */
export type FailedSignInsEvent = Fact<'SignInsFailed', Series>

/** `seriesId`: a keyed hash of the account or address and the start, so that each series is recorded once. */
export const failedSignInsStream = (seriesId: string) => `failed-sign-ins-${seriesId}`

export const failedSignIns: Decider<{ isRecorded: boolean }, FailedSignInsCommand, FailedSignInsEvent> = {
  initialState: { isRecorded: false },
  decide({ data }, { isRecorded }) {
    return isRecorded ? [] : [{ type: 'SignInsFailed', data }]
  },
  evolve() {
    return { isRecorded: true }
  },
}
