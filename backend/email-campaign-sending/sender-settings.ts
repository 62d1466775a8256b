import type { Backoff } from '../kernel/concurrency/backoff.ts'
import type { StandbySettings } from '../kernel/concurrency/standby-thread.ts'

export type SenderSettings = {
  /** Connections of this process. */
  connections: number
  /** Emails per second, of all processes together; null: as fast as the mail server accepts them. */
  perSecond: number | null
  perProvider: number | null
  /** ms; a claimed recipient belongs to this process for this long. Longer than an attempt can last. */
  lease: number
  /** ms; timeout of one attempt. */
  timeout: number
  /** Pauses between attempts to mail one person; after `attempts` they count as failed. */
  retries: Backoff & { attempts: number }
  /**
   * While the mail server is away, or accepts no more email for now: a limit per minute must not cost several minutes.
   */
  relayRetries: Backoff
  /** While the server refuses us; an admin who fixes that sees the email leave. */
  faultRetries: Backoff
  /** ms that a connection waits when the server has none left for it. */
  laneRest: number
  providerRetries: Backoff
  /** ms between checks for work. */
  poll: number
  /** ms between checks while no email campaign is being sent; one that starts in this process is sent at once. */
  idlePoll: number
  /** Settings of the sending thread (standby-thread.ts). */
  thread: Omit<StandbySettings, 'every'>
}

export const defaultSettings: SenderSettings = {
  connections: 10,
  perSecond: null,
  perProvider: null,
  lease: 90_000,
  timeout: 30_000,
  // 1, 2, 4 … minutes, then every 4 hours: three days in all.
  retries: { first: 60_000, max: 4 * 3_600_000, attempts: 25 },
  relayRetries: { first: 1000, max: 5000 },
  faultRetries: { first: 1000, max: 8000 },
  laneRest: 30_000,
  providerRetries: { first: 5000, max: 300_000 },
  poll: 250,
  idlePoll: 5000,
  // A thread silent for a minute will not come back. Starting one takes half a second, and keeping it 60 MB.
  thread: { linger: 60_000, maxUnanswered: 12, restarts: { first: 1000, max: 60_000 }, closeTimeout: 8000 },
}
