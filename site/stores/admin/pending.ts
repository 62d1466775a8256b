import { atom, computed } from 'nanostores'
import type { Pending, readPending, WaitingTopic } from '../../../contract/admin-dashboard.ts'
import { reviewedTopics } from '../../../contract/topic-words.ts'
import type { StaffRight } from '../../../records/staff-rights.ts'
import { call } from '../../lib/api.ts'
import { onBrowserMount } from '../browser-mount.ts'
import { $may, type May } from '../rights.ts'

const every = 60_000 // ms

/** Number of items that wait for a decision, per topic; null until it is known. */
export const $pending = atom<Pending | null>(null)

/** The right to decide about what waits. */
const rightToDecide = (topic: WaitingTopic): StaffRight =>
  topic === 'moderation' || topic === 'appeals' ? 'forum' : topic

/** Of what waits, the part that this person may decide about. */
export const ownWaiting = <Kind extends { topic: WaitingTopic }>(kinds: readonly Kind[], may: May): readonly Kind[] =>
  kinds.filter(({ topic }) => may(rightToDecide(topic)))

/** True for a person who decides about anything that waits. */
export const decides = (may: May): boolean => may('forum') || reviewedTopics.some((topic) => may(topic))

const isTopic = (word: string, pending: Pending): word is WaitingTopic => Object.hasOwn(pending, word)

/** The topics that this person may decide about, with the number that waits; null until it is known. */
export const $pendingOwn = computed([$pending, $may], (pending, may) => {
  if (pending === null) return null
  const kinds = Object.entries(pending).flatMap(([topic, count]) => (isTopic(topic, pending) ? [{ topic, count }] : []))
  return ownWaiting(kinds, may)
})

let counts = 0

/** Counts again, after a decision. The counts are a hint, so a failure is not reported. */
export async function countPending(): Promise<void> {
  counts += 1
  const mine = counts
  try {
    const pending = await call<typeof readPending>('GET', '/api/admin/pending')
    if (mine === counts) $pending.set(pending)
  } catch {
    // The next count may succeed.
  }
}

onBrowserMount($pending, () => {
  void countPending()
  const timer = setInterval(() => {
    if (!document.hidden && $may.get()('console')) void countPending()
  }, every)
  return () => clearInterval(timer)
})
