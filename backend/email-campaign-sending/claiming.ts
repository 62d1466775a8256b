import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { createSignal } from '../kernel/concurrency/signal.ts'
import { transaction } from '../kernel/database/transaction.ts'
import { createClaimSize } from './claim-size.ts'
import { claim, explainWait, openLists } from './claims.ts'
import { createMessages, type Letterhead } from './messages.ts'
import type { createPaces } from './pace.ts'
import type { Claimed } from './queued-mail.ts'
import type { createSenderCount } from './sender-count.ts'
import type { SenderSettings } from './sender-settings.ts'
import {
  areListsOld,
  claimCount,
  forgetFailures,
  forgetListAge,
  isProbed,
  isServerAway,
  nextList,
  rememberLists,
  type SenderState,
  startable,
} from './sender-state.ts'

export type Messages = ReturnType<typeof createMessages>

const suppressionsAreBehind =
  'Waits because the lists don’t show yet who unsubscribed. If this lasts, the person who runs the server finds the reason at /readyz.'

/** Consent is checked when a recipient is claimed, so recipients are claimed just before sending. */
const claimAhead = 50 // ms

/** Claims the recipients of all lists that are being sent, a few at a time, and hands them out. */
export function createClaiming({
  pool,
  state,
  settings,
  letterhead,
  paces,
  senders,
  knowsSuppressions,
  giveBack,
  closing,
  onError,
}: {
  pool: pg.Pool
  state: SenderState
  settings: SenderSettings
  letterhead: Letterhead
  paces: ReturnType<typeof createPaces>
  /** Null: there is no limit to share, so the number of processes does not matter. */
  senders: Pick<ReturnType<typeof createSenderCount>, 'tell'> | null
  /** True when the read tables say who gets no email as the log does now; waits briefly. Otherwise no recipient is mailed. */
  knowsSuppressions: () => Promise<boolean>
  /** Claimed recipients that wait for the server; they may unsubscribe until it is back. */
  giveBack(claimed: readonly Claimed[]): Promise<void>
  closing: AbortSignal
  onError(error: unknown): void
}) {
  const work = createSignal(closing)
  const messagesOf = new Map<string, Messages>()
  const ahead = createClaimSize({ min: settings.connections, max: 10 * settings.connections, ms: claimAhead })
  let filling: Promise<void> | null = null

  const takeHeld = (): Claimed[] => state.held.splice(0).map(({ recipient }) => recipient)

  async function readLists(now: number): Promise<void> {
    rememberLists(state, await openLists(pool), now)
    for (const listId of messagesOf.keys())
      if (!state.lists.some((list) => list.listId === listId)) messagesOf.delete(listId)
  }

  /** Claims recipients for idle connections, from one list after the other. */
  async function fill(): Promise<void> {
    const now = performance.now()
    if (isServerAway(state, now) || isProbed(state) || paces.isBusy(now, 200)) return
    if (areListsOld(state, now, settings)) await readLists(now)
    if (state.lists.length > 0) await senders?.tell(now)
    const wanted = ahead.size(now)
    for (let looked = 0; looked < state.lists.length && state.held.length < wanted; looked++) {
      const list = nextList(state)
      if (!list) return
      if (!messagesOf.has(list.listId))
        messagesOf.set(list.listId, createMessages(letterhead, list.mail, list.campaignId))
      const until = performance.now() + settings.lease - settings.timeout
      const claimed = await transaction(pool, async (client) =>
        (await knowsSuppressions())
          ? claim(client, list, {
              count: claimCount(state, wanted, settings.perSecond),
              lease: settings.lease,
              busy: paces.busy(now, settings.timeout / 4),
            })
          : null,
      )
      if (claimed === null) return explainWait(pool, list.listId, suppressionsAreBehind)
      state.held.push(...claimed.map((recipient) => ({ recipient, until })))
    }
  }

  /** One claim at a time; resolves when it is done. */
  function refill(): Promise<void> {
    filling ??= fill()
      .catch((error: unknown) => {
        onError(error)
        return delay(settings.poll, undefined, { signal: closing }).catch(() => {})
      })
      .finally(() => {
        filling = null
      })
    return filling
  }

  return {
    /** Waits until a recipient is due; null when the sender closes. */
    async next(): Promise<Claimed | null> {
      while (!closing.aborted) {
        const pause = state.serverBackAt - performance.now()
        if (pause > 0) {
          await giveBack(takeHeld())
          await work.wait(Math.min(pause, settings.poll))
          continue
        }
        const held = state.held.shift()
        // The next claim runs while these are sent.
        if (held) ahead.taken()
        if (held && state.held.length < ahead.current() / 2) void refill()
        const recipient = held && startable(held, performance.now())
        if (recipient) return recipient
        if (held) continue
        await refill()
        if (state.held.length === 0 && !closing.aborted) await work.wait(settings.poll)
      }
      return null
    },
    /** Undefined: the list is no longer being sent. */
    messagesOf: (listId: string): Messages | undefined => messagesOf.get(listId),
    wake() {
      forgetListAge(state)
      forgetFailures(state)
      work.raise()
    },
    /**
     * Call after `closing`: the claimed recipients that are not being mailed. A claim may still be running until then.
     */
    async close(): Promise<Claimed[]> {
      await filling
      work.stop()
      return takeHeld()
    },
  }
}
