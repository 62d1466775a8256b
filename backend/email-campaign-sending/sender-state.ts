import { type Backoff, pauseAfter } from '../kernel/concurrency/backoff.ts'
import type { OpenList } from './claims.ts'
import type { Claimed } from './queued-mail.ts'

/** `until`: when too little of the lease is left to begin an attempt (ms). */
export type Held = { recipient: Claimed; until: number }

/** A sender’s state between two emails. The functions below change it; they are given the time (ms). */
export type SenderState = {
  /** The lists that are being sent, oldest first. */
  lists: readonly OpenList[]
  listsReadAt: number
  /** Index that cycles through the lists, so that each gets its turn. */
  turn: number
  /** Claimed recipients in the order in which they are mailed. */
  held: Held[]
  /**
   * Consecutive attempts in which the mail server accepted nothing from us, the time of the last one, and when to try
   * again.
   */
  serverFailures: number
  serverFailedAt: number
  serverBackAt: number
  /** When it last accepted an email, or judged one. */
  serverReachedAt: number
  /** Consecutive emails that it refused with words about us. */
  doubts: number
  /** Consecutive emails that it did not answer. */
  silences: number
  /** Connections with an email. */
  busyLanes: number
}

export const createSenderState = (): SenderState => ({
  lists: [],
  listsReadAt: Number.NEGATIVE_INFINITY,
  turn: 0,
  held: [],
  serverFailures: 0,
  serverFailedAt: Number.NEGATIVE_INFINITY,
  serverBackAt: 0,
  serverReachedAt: Number.NEGATIVE_INFINITY,
  doubts: 0,
  silences: 0,
  busyLanes: 0,
})

/** True when it is time to read the lists again: every `poll` ms, and every `idlePoll` ms while there are none. */
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

/** Number of recipients of one list to claim. While the server is away, one email is enough to test it. */
export function claimCount(state: SenderState, wanted: number, perSecond: number | null): number {
  return state.serverFailures > 0 ? 1 : Math.min(wanted, Math.ceil((perSecond ?? 4 * wanted) / 4))
}

/** The recipient to mail now; null: the lease ends too soon, and the process that claims it again sends it. */
export const startable = ({ recipient, until }: Held, now: number): Claimed | null => (until > now ? recipient : null)

export const isServerAway = (state: SenderState, now: number): boolean => state.serverBackAt > now

/** True when a claim has to wait: after a failure one connection tests whether the server is back. */
export const isProbed = ({ serverFailures, busyLanes }: SenderState): boolean => serverFailures > 0 && busyLanes > 0

/** True when other connections got answers recently: the answer to one is then not about all of them. */
export const isServerNear = ({ serverReachedAt }: SenderState, now: number, within: number): boolean =>
  now - serverReachedAt < within

export function noteServerReached(state: SenderState, now: number): void {
  state.serverFailures = 0
  state.silences = 0
  state.serverReachedAt = now
}

export function noteAccepted(state: SenderState): void {
  state.doubts = 0
}

/** Pauses all connections. Those that were already trying when it was noticed (`startedAt`) met the same failure. */
export function noteServerAway(
  state: SenderState,
  { startedAt, now }: { startedAt: number; now: number },
  retries: Backoff,
) {
  if (startedAt < Math.max(state.serverFailedAt, state.serverBackAt)) return
  state.serverFailedAt = now
  state.serverBackAt = now + pauseAfter(state.serverFailures++, retries)
}

const maxInARow = 3

/** After a refusal with words about us: whether there were too many for them to be about single emails. */
export function noteDoubt(state: SenderState): boolean {
  return ++state.doubts >= maxInARow
}

/** After an email without an answer: whether there were too many for the reason to lie in single emails. */
export function noteSilence(state: SenderState): boolean {
  return ++state.silences >= maxInARow
}

/** An admin started or resumed an email campaign, perhaps after fixing the problem. */
export function forgetFailures(state: SenderState): void {
  state.serverFailures = 0
  state.serverBackAt = 0
}
