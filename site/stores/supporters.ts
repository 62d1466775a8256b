import { computed, map, onMount } from 'nanostores'
import { campaign } from '../../contract/campaign.ts'
import type { countEmailSignups } from '../../contract/email-signups.ts'
import type { countVolunteers } from '../../contract/volunteers.ts'
import { call } from '../lib/api.ts'

const pollEvery = 30_000
/** The tracker stays hidden below this many supporters (§9). */
const shownFrom = 20

export const $counts = map({ signups: 0, volunteers: 0 })

export const $supporters = computed($counts, ({ signups, volunteers }) => ({
  signups,
  volunteers,
  isShown: signups + volunteers >= shownFrom,
  goal: campaign.signupGoal,
  percent: Math.min(100, Math.round((signups / campaign.signupGoal) * 100)),
}))

/** A count that cannot be read keeps its last value: the tracker never flickers. */
async function readCount(answer: Promise<{ count: number }>, lastKnown: number): Promise<number> {
  try {
    return (await answer).count
  } catch {
    return lastKnown
  }
}

export async function refreshSupporters(): Promise<void> {
  const { signups, volunteers } = $counts.get()
  const [newSignups, newVolunteers] = await Promise.all([
    readCount(call<typeof countEmailSignups>('GET', '/api/email-signup-count'), signups),
    readCount(call<typeof countVolunteers>('GET', '/api/volunteer-count'), volunteers),
  ])
  $counts.set({ signups: newSignups, volunteers: newVolunteers })
}

onMount($counts, () => {
  if (typeof document === 'undefined') return
  void refreshSupporters()
  const timer = setInterval(() => {
    if (!document.hidden) void refreshSupporters()
  }, pollEvery)
  return () => clearInterval(timer)
})
