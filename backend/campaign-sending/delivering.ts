import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { pauseAfter } from '../concurrency/backoff.ts'
import type { Messages } from './claiming.ts'
import type { Letterhead } from './messages.ts'
import type { createPaces } from './pace.ts'
import type { createProviderRefusals } from './provider-refusals.ts'
import type { Claimed } from './queued-mail.ts'
import type { SenderSettings } from './sender-settings.ts'
import { noteServerAway, noteServerReached, type SenderState } from './sender-state.ts'
import type { Settle, Settlement } from './settlements.ts'
import type { Line, Outgoing } from './smtp-lines.ts'
import type { Attempt } from './smtp-outcomes.ts'

/** `outbox`: keeps the mail as it is read by people instead of sending it. */
export type Delivery = { line(): Line } | { outbox(mail: KeptMail): Promise<void> }
export type KeptMail = { to: string; messageId: string; subject: string; html: string; text: string }

export type Send = (mail: Outgoing) => Promise<Attempt>

/** Mails one claimed recipient after the other and records each outcome. */
export function createDelivering({
  pool,
  state,
  settings,
  delivery,
  letterhead,
  paces,
  refusals,
  settle,
  messagesOf,
  closing,
  onRefused,
  onError,
}: {
  pool: pg.Pool
  state: SenderState
  settings: SenderSettings
  delivery: Delivery
  letterhead: Letterhead
  paces: ReturnType<typeof createPaces>
  refusals: ReturnType<typeof createProviderRefusals>
  settle: Settle
  messagesOf(listId: string): Messages | undefined
  closing: AbortSignal
  onRefused(campaignId: number): void
  onError(error: unknown): void
}) {
  async function attempt(recipient: Claimed, messages: Messages, send: Send): Promise<Attempt> {
    const { messageId, bytes, kept } = await messages.build(recipient, new Date())
    if ('outbox' in delivery) {
      await delivery.outbox({ to: recipient.email, messageId, ...kept })
      return { kind: 'sent', code: 'outbox' }
    }
    return send({ from: letterhead.returnAddress, to: recipient.email, message: bytes })
  }

  async function settlementOf({ listId, id, provider, attempts }: Claimed, result: Attempt): Promise<Settlement> {
    switch (result.kind) {
      case 'sent':
        await refusals.accepted(provider)
        return { listId, id, status: 'sent', detail: result.code }
      case 'refused':
        return { listId, id, status: 'failed', detail: result.code }
      case 'later': {
        if (result.code !== 'no answer') await refusals.refused(provider, result)
        if (attempts >= settings.retries.attempts) return { listId, id, status: 'failed', detail: result.code }
        const pause = pauseAfter(attempts - 1, settings.retries)
        return { listId, id, status: 'later', detail: result.code, pause }
      }
      case 'waits':
        return { listId, id, status: 'untried' }
    }
  }

  async function noteServer(listId: string, result: Attempt): Promise<void> {
    if (result.kind !== 'waits') return noteServerReached(state)
    noteServerAway(state, performance.now(), settings.serverRetries)
    await pool.query(
      'UPDATE app.campaign_queues SET waits_for = $2 WHERE list_id = $1 AND waits_for IS DISTINCT FROM $2',
      [listId, result.sentence],
    )
  }

  /** The next mail on a line leaves only when this outcome is durable: a crash repeats at most one mail per line. */
  async function record(recipient: Claimed, result: Attempt): Promise<void> {
    const before = performance.now()
    for (let failures = 0; ; failures++) {
      try {
        await noteServer(recipient.listId, result)
        await settle(await settlementOf(recipient, result))
        if (result.kind === 'refused') onRefused(recipient.campaignId)
        return
      } catch (error) {
        onError(error)
        // A mail that was sent must not be sent again when its lease ends, so the sender gives up only at the end.
        if (closing.aborted && performance.now() - before > settings.timeout) return
        await delay(pauseAfter(failures, { first: 50, max: 1000 }))
      }
    }
  }

  /** Rejects when the mail cannot be built or kept. */
  return async function deliver(recipient: Claimed, send: Send): Promise<void> {
    const wait = paces.take(recipient.provider, performance.now())
    if (wait > 0) await delay(wait, undefined, { signal: closing }).catch(() => {})
    const messages = messagesOf(recipient.listId)
    // Closing, or the email campaign was paused or canceled after the claim.
    if (closing.aborted || !messages) await settle({ ...recipient, status: 'untried' })
    else await record(recipient, await attempt(recipient, messages, send))
  }
}
