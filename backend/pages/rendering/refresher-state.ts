import type { Versions } from '../../read-model/page-tags.ts'

/** `poll`: ms between two looks; `hasHints`: changes are announced, so that an idle refresher may look less often. */
export type Polling = { poll: number; hasHints: boolean }

/** A page refresher’s state between two looks. The functions below change it; they are given the time (ms). */
export type RefresherState = {
  /** The versions from the last read of the quick loop; the slow loop uses the same. */
  versions: Versions | null
  isDatabaseReachable: boolean
  /** True when the copies of family pages are loaded too. */
  isRestored: boolean
  /** True when Astro is loaded. */
  isWarm: boolean
  /** When the sitemap may be written again although there is more to do. */
  listAgainAt: number
  /** ms to wait for a hint before the next look. */
  pause: number
}

export const createRefresherState = ({ poll }: Pick<Polling, 'poll'>): RefresherState => ({
  versions: null,
  isDatabaseReachable: false,
  isRestored: false,
  isWarm: false,
  listAgainAt: 0,
  pause: poll,
})

export function noteVersions(state: RefresherState, versions: Versions): void {
  state.versions = versions
  state.isDatabaseReachable = true
}

/** True when the outage is news: one is reported once. */
export function noteDatabaseAway(state: RefresherState): boolean {
  const isNews = state.isDatabaseReachable
  state.isDatabaseReachable = false
  return isNews
}

/** True when it is time to write a changed sitemap: also while thousands are being rendered, but not after every few of them. */
export const isListingDue = ({ listAgainAt }: RefresherState, { isMore, now }: { isMore: boolean; now: number }) =>
  !isMore || now > listAgainAt

export function noteListed(state: RefresherState, now: number, { poll }: Pick<Polling, 'poll'>): void {
  state.listAgainAt = now + poll
}

const idlePause = 3000 // ms
const timerSlack = 5 // ms; timers may end early

/** After a look that found work: the next one comes at once, and the pause after it is short again. */
export function noteWork(state: RefresherState, { poll }: Pick<Polling, 'poll'>): void {
  state.pause = poll
}

/** After a pause of `waited` ms: the next one is longer if no hint ended it. */
export function noteWait(state: RefresherState, waited: number, { poll, hasHints }: Polling): void {
  const wasHint = waited < state.pause - timerSlack
  state.pause = wasHint || !hasHints ? poll : Math.max(poll, Math.min(state.pause * 2, idlePause))
}

/** True when it is time to load Astro: once, when the first look has left nothing to do. */
export function startsWarmUp(state: RefresherState, { isMore }: { isMore: boolean }): boolean {
  if (state.isWarm || isMore) return false
  state.isWarm = true
  return true
}
