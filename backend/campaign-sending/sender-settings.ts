import type { Backoff } from '../concurrency/backoff.ts'
import type { StandbySettings } from '../concurrency/standby-thread.ts'

export type SenderSettings = {
  /** Open at the same time, by this process. */
  connections: number
  /** Mails per second, by all processes together; null: as fast as the mail server takes them. */
  perSecond: number | null
  perProvider: number | null
  /** ms in which no other lane takes the recipient. Longer than an attempt can last. */
  lease: number
  /** ms that one attempt may last. */
  timeout: number
  /** Between attempts to mail one person; after `attempts` they count as failed. */
  retries: Backoff & { attempts: number }
  /** While the mail server is away, or takes no more mail for now: limits per minute must not cost minutes. */
  relayRetries: Backoff
  /** While it refuses us; an admin who mends that sees the mail leave. */
  faultRetries: Backoff
  /** ms that a lane waits for which the server has no connection left. */
  laneRest: number
  providerRetries: Backoff
  /** ms between looks for work. */
  poll: number
  /** The same while no email campaign is being sent; one that starts here is sent at once. */
  idlePoll: number
  /** Of the thread that sends (standby-thread.ts). */
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
  // Silent for a minute: it will not come back. Starting takes half a second, and waiting 60 MB.
  thread: { linger: 60_000, patience: 12, restarts: { first: 1000, max: 60_000 }, closeTimeout: 8000 },
}
