import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { campaign } from '../../contract/campaign.ts'
import { createClaiming } from './claiming.ts'
import { createDelivering, type Delivery, type Send } from './delivering.ts'
import type { Letterhead } from './messages.ts'
import { createPaces } from './pace.ts'
import { createProviderRefusals } from './provider-refusals.ts'
import type { Claimed } from './queued-mail.ts'
import { createSenderCount } from './sender-count.ts'
import type { SenderSettings } from './sender-settings.ts'
import { createSenderState } from './sender-state.ts'
import { createRecordOutcome } from './settlements.ts'

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium', timeZone: campaign.timeZone })

type Logger = { warn(details: { err: unknown; campaignId?: number }, message: string): void }

/** Sends the email of all email campaigns, together with the other processes that do. */
export function createEmailCampaignSender({
  pool,
  delivery,
  letterhead,
  settings,
  knowsSuppressions,
  onRefused,
  logger,
}: {
  pool: pg.Pool
  delivery: Delivery
  letterhead: Letterhead
  settings: SenderSettings
  knowsSuppressions: () => Promise<boolean>
  /** A recipient was refused for good, which is durable. */
  onRefused(campaignId: number): void
  logger: Logger
}) {
  const state = createSenderState()
  const recordOutcome = createRecordOutcome(pool)
  const senders = createSenderCount(pool)
  const hasLimits = settings.perSecond !== null || settings.perProvider !== null
  const abort = new AbortController()
  const shared = {
    pool,
    state,
    settings,
    paces: createPaces({ ...settings, senders: senders.current }),
    closing: abort.signal,
  }
  const claiming = createClaiming({
    ...shared,
    letterhead,
    knowsSuppressions,
    giveBack,
    senders: hasLimits ? senders : null,
    onError: (error) => logger.warn({ err: error }, 'Could not claim campaign recipients; will retry.'),
  })
  const deliver = createDelivering({
    ...shared,
    delivery,
    refusals: createProviderRefusals(pool, settings.providerRetries),
    recordOutcome,
    messagesOf: claiming.messagesOf,
    onRefused,
    onError: (error) => logger.warn({ err: error }, 'Could not record the outcome of a campaign email; will retry.'),
    formatTime: (time) => clock.format(time),
  })
  /** An unrecorded recipient is claimed again when the lease ends. */
  async function giveBack(claimed: readonly Claimed[]): Promise<void> {
    await Promise.all(claimed.map((recipient) => recordOutcome({ ...recipient, status: 'untried' }).catch(() => {})))
  }
  let running: Promise<unknown> = Promise.resolve()

  async function lane(): Promise<void> {
    const line = 'line' in delivery ? delivery.line() : null
    const send: Send = (mail) => line?.send(mail) ?? Promise.reject(new Error('There is no mail server.'))
    try {
      for (let recipient = await claiming.next(); recipient; recipient = await claiming.next()) {
        state.busyLanes++
        let hasPlace = true
        try {
          hasPlace = await deliver(recipient, send)
        } catch (error) {
          // An email that cannot be built or stored must not stop the others; its lease runs out.
          logger.warn({ err: error, campaignId: recipient.campaignId }, 'A campaign mail could not be sent.')
        } finally {
          state.busyLanes--
        }
        if (!hasPlace) await delay(settings.laneRest, undefined, { signal: abort.signal }).catch(() => {})
      }
    } finally {
      line?.close()
    }
  }

  return {
    start() {
      running = Promise.all(Array.from({ length: settings.connections }, lane))
    },
    /** There may be work. */
    wake: claiming.wake,
    /** Closes after the emails in progress, which may take long; claimed recipients are released before. */
    async close() {
      abort.abort()
      await Promise.all([claiming.close().then(giveBack), running])
      if (hasLimits) await senders.leave().catch(() => {})
    },
  }
}
