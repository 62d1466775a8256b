import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { pauseAfter } from '../kernel/concurrency/backoff.ts'
import { ourFaults, ourLimit } from '../mail/our-faults.ts'
import type { Messages } from './claiming.ts'
import { explainWait } from './claims.ts'
import type { Message } from './messages.ts'
import type { createPaces } from './pace.ts'
import type { createProviderRefusals } from './provider-refusals.ts'
import type { Claimed } from './queued-mail.ts'
import type { SenderSettings } from './sender-settings.ts'
import {
  isServerNear,
  noteAccepted,
  noteDoubt,
  noteServerAway,
  noteServerReached,
  noteSilence,
  type SenderState,
} from './sender-state.ts'
import type { RecordOutcome, Settlement } from './settlements.ts'
import type { Line, Outgoing } from './smtp-lines.ts'
import { type Attempt, noAnswer, type Wait } from './smtp-outcomes.ts'

/** `outbox`: stores the readable email instead of sending it. */
export type Delivery = { line(): Line } | { outbox(mail: KeptMail): Promise<void> }
export type KeptMail = Message['kept'] & { to: string; messageId: string }

export type Send = (mail: Outgoing) => Promise<Attempt>

/** The meaning of one attempt for the sender as a whole. `startedAt`: ms. */
type Tried = { startedAt: number } & (
  | Exclude<Attempt, { kind: 'doubted' | 'waits' }>
  | (Extract<Attempt, { kind: 'doubted' }> & { isEveryMail: boolean })
  | (Wait & { isOfOneLane: boolean })
)

/** ms after an answer on another connection, in which a refused connection means one too many rather than a fault. */
const nearFor = 60_000

/** Mails one claimed recipient after the other and records each outcome. */
export function createDelivering({
  pool,
  state,
  settings,
  delivery,
  paces,
  refusals,
  recordOutcome,
  messagesOf,
  closing,
  onRefused,
  onError,
  formatTime,
}: {
  pool: pg.Pool
  state: SenderState
  settings: SenderSettings
  delivery: Delivery
  paces: ReturnType<typeof createPaces>
  refusals: ReturnType<typeof createProviderRefusals>
  recordOutcome: RecordOutcome
  messagesOf(listId: string): Messages | undefined
  closing: AbortSignal
  onRefused(campaignId: number): void
  onError(error: unknown): void
  /** For admins. */
  formatTime(time: Date): string
}) {
  async function attempt(recipient: Claimed, messages: Messages, send: Send): Promise<Attempt> {
    const { messageId, returnAddress, bytes, kept } = await messages.build(recipient, new Date())
    if ('outbox' in delivery) {
      await delivery.outbox({ to: recipient.email, messageId, ...kept })
      return { kind: 'sent', code: 'outbox' }
    }
    return send({ from: returnAddress, to: recipient.email, message: bytes })
  }

  async function settlementOf({ listId, id, provider, attempts }: Claimed, result: Tried): Promise<Settlement> {
    const later = (code: string): Settlement =>
      attempts >= settings.retries.attempts
        ? { listId, id, status: 'failed', detail: code }
        : { listId, id, status: 'later', detail: code, pause: pauseAfter(attempts - 1, settings.retries) }
    switch (result.kind) {
      case 'sent':
        await refusals.accepted(provider)
        return { listId, id, status: 'sent', detail: result.code }
      case 'refused':
        return { listId, id, status: 'failed', detail: result.code, isHard: result.isHard }
      case 'later':
        if (result.code !== noAnswer.code) await refusals.refused(provider, result)
        return later(result.code)
      case 'doubted':
        return result.isEveryMail ? { listId, id, status: 'untried' } : later(result.code)
      case 'waits':
        return { listId, id, status: 'untried' }
    }
  }

  /** Set before the outcome is recorded, which takes a moment, so that the other connections do not try in between. */
  function note(attempt: Attempt, startedAt: number): Tried {
    const now = performance.now()
    const moment = { startedAt, now }
    switch (attempt.kind) {
      case 'sent':
        noteAccepted(state)
        noteServerReached(state, now)
        return { ...attempt, startedAt }
      case 'refused':
      case 'later':
        if (attempt !== noAnswer) noteServerReached(state, now)
        // A proxy in front of a server that is away accepts connections and resets them.
        else if (noteSilence(state)) noteServerAway(state, moment, settings.relayRetries)
        return { ...attempt, startedAt }
      case 'doubted': {
        const isEveryMail = noteDoubt(state)
        if (isEveryMail) noteServerAway(state, moment, settings.faultRetries)
        return { ...attempt, startedAt, isEveryMail }
      }
      case 'waits': {
        const isOfOneLane = attempt.cause === 'connections' && isServerNear(state, now, nearFor)
        const retries = attempt.cause === 'fault' ? settings.faultRetries : settings.relayRetries
        if (!isOfOneLane) noteServerAway(state, moment, retries)
        return { ...attempt, startedAt, isOfOneLane }
      }
    }
  }

  /** Null: there is no reason to give. */
  function sentenceFor(result: Tried): string | null {
    if (result.kind === 'doubted') return result.sentence
    if (result.kind === 'later' && result.code === noAnswer.code)
      return state.serverFailures > 0 ? ourFaults.away : null
    if (result.kind !== 'waits' || result.isOfOneLane) return null
    if ('sentence' in result) return result.sentence
    const wait = Math.max(0, state.serverBackAt - performance.now())
    return `Waits until ${formatTime(new Date(Date.now() + wait))} because ${ourLimit(result.code)}`
  }

  async function tellStaff(listId: string, result: Tried): Promise<void> {
    const sentence = sentenceFor(result)
    if (sentence !== null) await explainWait(pool, listId, sentence)
  }

  /**
   * The next email on a connection leaves only when this outcome is durable, so that a crash repeats at most one email
   * per connection.
   */
  async function record(recipient: Claimed, result: Tried): Promise<void> {
    const before = performance.now()
    for (let failures = 0; ; failures++) {
      try {
        await tellStaff(recipient.listId, result)
        await recordOutcome(await settlementOf(recipient, result))
        if (result.kind === 'refused') onRefused(recipient.campaignId)
        return
      } catch (error) {
        onError(error)
        // Keep retrying: if the lease expires first, this recipient would be mailed twice.
        if (closing.aborted && performance.now() - before > settings.timeout) return
        await delay(pauseAfter(failures, { first: 50, max: 1000 }))
      }
    }
  }

  /** Rejects when the email cannot be built or stored. `false`: the server has no connection left for this one. */
  return async function deliver(recipient: Claimed, send: Send): Promise<boolean> {
    const wait = paces.take(recipient.provider, performance.now())
    if (wait > 0) await delay(wait, undefined, { signal: closing }).catch(() => {})
    const messages = messagesOf(recipient.listId)
    // The sender is closing, or the email campaign was paused or canceled after the claim.
    if (closing.aborted || !messages) {
      await recordOutcome({ ...recipient, status: 'untried' })
      return true
    }
    const startedAt = performance.now()
    const result = note(await attempt(recipient, messages, send), startedAt)
    await record(recipient, result)
    return !(result.kind === 'waits' && result.isOfOneLane)
  }
}
