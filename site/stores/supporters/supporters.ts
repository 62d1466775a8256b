import { atom } from 'nanostores'
import type { countEmailSignups } from '../../../contract/email-signups.ts'
import type { countVolunteers } from '../../../contract/volunteers.ts'

const pollEvery = 30_000
/** The tracker stays hidden below this many supporters (§9). */
const minSupportersShown = 20

export type Supporters = { signups: number; volunteers: number }

export const $supporters = atom<Supporters>({ signups: 0, volunteers: 0 })

export const hasEnoughSupporters = ({ signups, volunteers }: Supporters) => signups + volunteers >= minSupportersShown

/** The first goal that is not reached yet, else the last. */
export const nextGoal = (signups: number, goals: readonly number[]): number =>
  goals.find((goal) => signups < goal) ?? goals.at(-1) ?? 1

/** Progress toward the goal, at most 100. */
export const percentOf = (signups: number, goal: number) => Math.min(100, Math.round((signups / goal) * 100))

/**
 * A count that cannot be loaded keeps its last value, so the tracker never flickers. It does not use `call` of
 * lib/api.ts, which would double the scripts of the home page.
 */
async function count(
  url: (typeof countEmailSignups | typeof countVolunteers)['url'],
  lastKnown: number,
): Promise<number> {
  try {
    const answer = await fetch(url, { cache: 'no-store' })
    const { count }: { count: number } = await answer.json()
    return answer.ok ? count : lastKnown
  } catch {
    return lastKnown
  }
}

export async function refreshSupporters(): Promise<void> {
  const { signups, volunteers } = $supporters.get()
  const [newSignups, newVolunteers] = await Promise.all([
    count('/api/email-signup-count', signups),
    count('/api/volunteer-count', volunteers),
  ])
  $supporters.set({ signups: newSignups, volunteers: newVolunteers })
}

/** Calls `show` with the counts now and whenever they change. For the life of a page; without a mounted store, which would
 * add a sixth to the scripts of the home page. */
export function followSupporters(show: (supporters: Supporters) => void): void {
  $supporters.subscribe(show)
  // Texts and fonts go first: a phone loads one after the other.
  requestAnimationFrame(() => setTimeout(refreshSupporters))
  setInterval(() => {
    if (!document.hidden) void refreshSupporters()
  }, pollEvery)
}
