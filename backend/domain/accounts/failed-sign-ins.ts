import type { Fact } from '../../kernel/eventlog/decider.ts'
import { recordedOnce } from '../recorded-once.ts'

/** `userId`: the account that the attempts were for; null when there is none, and for a series from one IP address. */
type Series = { userId: number | null; series: 'account' | 'address'; attempts: number; since: string }

export type FailedSignInsCommand = Fact<'ReportFailedSignIns', Series>
/** A series is five failures within 15 minutes; it ends after 15 minutes without one. */
export type FailedSignInsEvent = Fact<'SignInsFailed', Series>

/** `seriesId`: a keyed hash of the account or address and the start, so that each series is recorded once. */
export const failedSignInsStream = (seriesId: string) => `failed-sign-ins-${seriesId}`

export const failedSignIns = recordedOnce<FailedSignInsCommand, FailedSignInsEvent>(({ data }) => ({
  type: 'SignInsFailed',
  data,
}))
