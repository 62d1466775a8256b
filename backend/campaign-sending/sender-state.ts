import { type Backoff, pauseAfter } from '../concurrency/backoff.ts'
import type { OpenList } from './claims.ts'
import type { Claimed } from './queued-mail.ts'

/** `until`: when too little of the lease is left to begin an attempt (ms). */
export type Held = { recipient: Claimed; until: number }

/** What a sender knows between two mails. The functions below change it; they are given the time (ms). */
export type SenderState = {
  /** The lists that are being sent, oldest first. */
  lists: readonly OpenList[]
  listsReadAt: number
  /** Counts on through the lists, so that each gets its turn. */
  turn: number
  /** Claimed recipients in the order in which they are mailed. */
  held: Held[]
  /** Attempts in a row that found no mail server, and when the next one may be made. */
  serverFailures: number
  serverBackAt: number
}

export const createSenderState = (): SenderState => ({
  lists: [],
  listsReadAt: Number.NEGATIVE_INFINITY,
  turn: 0,
  held: [],
  serverFailures: 0,
  serverBackAt: 0,
})

/** Whether to read the lists again: every `poll` ms, and every `idlePoll` ms while there are none. */
export function areListsOld(state: SenderState, now: number, { poll, idlePoll }: { poll: number; idlePoll: number }) {
  return now - state.listsReadAt > (state.lists.length > 0 ? poll : Math.max(poll, idlePoll))
}

export function rememberLists(state: SenderState, lists: readonly OpenList[], now: number): void {
  state.lists = lists
  state.listsReadAt = now
}

/** A list may have started: the next claim reads them again. */
export function forgetListAge(state: SenderState): void {
  state.listsReadAt = Number.NEGATIVE_INFINITY
}

export const nextList = (state: SenderState): OpenList | undefined => state.lists[state.turn++ % state.lists.length]

/** How many recipients of one list to claim. While the server is away, one mail is enough to see whether it is back. */
export function claimCount(state: SenderState, wanted: number, perSecond: number | null): number {
  return state.serverFailures > 0 ? 1 : Math.min(wanted, Math.ceil((perSecond ?? 4 * wanted) / 4))
}

/** The recipient to mail now; null: the lease ends too soon, and the process that claims it again sends it. */
export const startable = ({ recipient, until }: Held, now: number): Claimed | null => (until > now ? recipient : null)

export const isServerAway = (state: SenderState, now: number): boolean => state.serverBackAt > now

export function noteServerReached(state: SenderState): void {
  state.serverFailures = 0
}

/** Pauses all lanes; when several notice the same failure, it counts once. */
export function noteServerAway(state: SenderState, now: number, retries: Backoff): void {
  if (now >= state.serverBackAt) state.serverBackAt = now + pauseAfter(state.serverFailures++, retries)
}
