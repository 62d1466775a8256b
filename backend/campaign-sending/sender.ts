import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { type Backoff, pauseAfter } from '../concurrency/backoff.ts'
import { createSignal } from '../concurrency/signal.ts'
import type { StandbySettings } from '../concurrency/standby-thread.ts'
import { createClaimSize } from './claim-size.ts'
import { claim, type OpenList, openLists } from './claims.ts'
import { createMessages, type Letterhead } from './messages.ts'
import { createPaces } from './pace.ts'
import { createProviderRefusals } from './provider-refusals.ts'
import type { Claimed } from './queued-mail.ts'
import { createSenderCount } from './sender-count.ts'
import { createSettle, type Settlement } from './settlements.ts'
import type { Line, Outgoing } from './smtp-lines.ts'
import type { Attempt } from './smtp-outcomes.ts'

export type SenderSettings = {
  /** Open at the same time, by this process. */
  connections: number
  /** Mails per second, by all processes together; null: as fast as the mail server takes them. */
  perSecond: number | null
  perProvider: number | null
  /** ms; nobody else takes a recipient meanwhile. Longer than an attempt can last. */
  lease: number
  /** ms that one attempt may last. */
  timeout: number
  /** Between attempts to mail one person; after `attempts` they count as failed. */
  retries: Backoff & { attempts: number }
  /** While the mail server is away, or refuses us. */
  serverRetries: Backoff
  providerRetries: Backoff
  /** ms between looks for work. */
  poll: number
  /** The same while no campaign is being sent; one that starts here is sent at once. */
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
  serverRetries: { first: 1000, max: 60_000 },
  providerRetries: { first: 5000, max: 300_000 },
  poll: 250,
  idlePoll: 5000,
  // Silent for a minute: it will not come back. Starting takes half a second, and waiting 60 MB.
  thread: { linger: 60_000, patience: 12, restarts: { first: 1000, max: 60_000 }, closeTimeout: 8000 },
}

/** Whoever is claimed is not asked again whether they want mail, so nobody is claimed long before their turn. */
const claimAhead = 50 // ms

type Logger = { warn(details: { err: unknown; campaignId?: number }, message: string): void }
/** `outbox`: keeps the mail as it is read by people instead of sending it. */
export type Delivery = { line(): Line } | { outbox(mail: KeptMail): Promise<void> }
export type KeptMail = { to: string; messageId: string; subject: string; html: string; text: string }

/** Sends the mail of all campaigns, together with the other processes that do. */
export function createCampaignSender({
  pool,
  delivery,
  letterhead,
  settings,
  onRefused,
  logger,
}: {
  pool: pg.Pool
  delivery: Delivery
  letterhead: Letterhead
  settings: SenderSettings
  /** A recipient was refused for good, and that is durable. */
  onRefused(campaignId: number): void
  logger: Logger
}) {
  const settle = createSettle(pool)
  const senders = createSenderCount(pool)
  const hasLimits = settings.perSecond !== null || settings.perProvider !== null
  const paces = createPaces({ ...settings, senders: senders.current })
  const refusals = createProviderRefusals(pool, settings.providerRetries)
  const closing = new AbortController()
  const work = createSignal(closing.signal)
  const messagesOf = new Map<string, ReturnType<typeof createMessages>>()
  const buffer: { recipient: Claimed; until: number }[] = []
  const ahead = createClaimSize({ least: settings.connections, most: 10 * settings.connections, ms: claimAhead })
  let filling: Promise<void> | null = null
  let lists: OpenList[] = []
  let turn = 0
  let listsReadAt = Number.NEGATIVE_INFINITY
  let serverFailures = 0
  let serverBackAt = 0
  let running: Promise<unknown> = Promise.resolve()

  /** Claims for the lanes that are idle, from one list after the other. */
  async function fill(): Promise<void> {
    const now = performance.now()
    if (serverBackAt > now || paces.isBusy(now, 200)) return
    if (now - listsReadAt > (lists.length > 0 ? settings.poll : Math.max(settings.poll, settings.idlePoll))) {
      lists = await openLists(pool)
      listsReadAt = now
      for (const listId of messagesOf.keys())
        if (!lists.some((list) => list.listId === listId)) messagesOf.delete(listId)
    }
    if (hasLimits && lists.length > 0) await senders.tell(now)
    const wanted = ahead.size(now)
    for (let looked = 0; looked < lists.length && buffer.length < wanted; looked++) {
      const list = lists[turn++ % lists.length]
      if (!list) return
      if (!messagesOf.has(list.listId))
        messagesOf.set(list.listId, createMessages(letterhead, list.mail, list.campaignId))
      // While the server is away one mail is enough to see whether it is back.
      const count = serverFailures > 0 ? 1 : Math.min(wanted, Math.ceil((settings.perSecond ?? 4 * wanted) / 4))
      const until = performance.now() + settings.lease - settings.timeout
      const { lease } = settings
      const claimed = await claim(pool, list, { count, lease, busy: paces.busy(now, settings.timeout / 4) })
      buffer.push(...claimed.map((recipient) => ({ recipient, until })))
    }
  }

  /** One claim at a time; resolves when it is done. */
  function refill(): Promise<void> {
    filling ??= fill()
      .catch((error: unknown) => {
        logger.warn({ err: error }, 'Campaign mail waits for the database.')
        return delay(settings.poll, undefined, { signal: closing.signal }).catch(() => {})
      })
      .finally(() => {
        filling = null
      })
    return filling
  }

  async function next(): Promise<Claimed | null> {
    while (!closing.signal.aborted) {
      const held = buffer.shift()
      // The next claim runs while these are sent.
      if (held) ahead.taken()
      if (held && buffer.length < ahead.current() / 2) void refill()
      // Too close to the end of its lease: whoever claims it again sends it.
      if (held && held.until > performance.now()) return held.recipient
      if (held) continue
      await refill()
      if (buffer.length === 0 && !closing.signal.aborted) await work.wait(settings.poll)
    }
    return null
  }

  async function attempt(
    recipient: Claimed,
    messages: ReturnType<typeof createMessages>,
    send: (mail: Outgoing) => Promise<Attempt>,
  ): Promise<Attempt> {
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
    if (result.kind !== 'waits') {
      serverFailures = 0
      return
    }
    // The other lanes noticed the same failure.
    if (performance.now() >= serverBackAt)
      serverBackAt = performance.now() + pauseAfter(serverFailures++, settings.serverRetries)
    await pool.query(
      'UPDATE app.campaign_queues SET waits_for = $2 WHERE list_id = $1 AND waits_for IS DISTINCT FROM $2',
      [listId, result.sentence],
    )
  }

  async function deliver(recipient: Claimed, send: (mail: Outgoing) => Promise<Attempt>): Promise<void> {
    const wait = paces.take(recipient.provider, performance.now())
    if (wait > 0) await delay(wait, undefined, { signal: closing.signal }).catch(() => {})
    const messages = messagesOf.get(recipient.listId)
    // Closing, or the campaign was paused or cancelled meanwhile.
    if (closing.signal.aborted || !messages) return void (await settle({ ...recipient, status: 'untried' }))
    const result = await attempt(recipient, messages, send)
    const before = performance.now()
    // The next mail on this line leaves only when this outcome is durable: a crash repeats at most one mail per line.
    for (let failures = 0; ; failures++) {
      try {
        await noteServer(recipient.listId, result)
        await settle(await settlementOf(recipient, result))
        if (result.kind === 'refused') onRefused(recipient.campaignId)
        return
      } catch (error) {
        logger.warn({ err: error }, 'The outcome of a campaign mail waits for the database.')
        // Whoever was sent a mail must not get it again because the lease ran out meanwhile; give up only at the end.
        if (closing.signal.aborted && performance.now() - before > settings.timeout) return
        await delay(pauseAfter(failures, { first: 50, max: 1000 }))
      }
    }
  }

  async function lane(): Promise<void> {
    const line = 'line' in delivery ? delivery.line() : null
    const send = (mail: Outgoing) => line?.send(mail) ?? Promise.reject(new Error('There is no mail server.'))
    try {
      for (let recipient = await next(); recipient; recipient = await next()) {
        try {
          await deliver(recipient, send)
        } catch (error) {
          // A mail that cannot be built or kept must not stop the others; its lease runs out.
          logger.warn({ err: error, campaignId: recipient.campaignId }, 'A campaign mail could not be sent.')
        }
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
    wake() {
      listsReadAt = Number.NEGATIVE_INFINITY
      work.raise()
    },
    /** After the mails on their way; what was only claimed goes back. */
    async close() {
      closing.abort()
      const giveBack = () =>
        Promise.all(
          buffer.splice(0).map(({ recipient }) => settle({ ...recipient, status: 'untried' }).catch(() => {})),
        )
      // Before the mails on their way, which may take long; a claim may still be under way.
      await filling
      await Promise.all([giveBack(), running])
      if (hasLimits) await senders.leave().catch(() => {})
      work.stop()
    },
  }
}
