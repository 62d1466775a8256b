import { atom } from 'nanostores'
import type { Pending, readPending } from '../../../contract/admin-dashboard.ts'
import { call } from '../../lib/api.ts'
import { onBrowserMount } from '../browser-mount.ts'

const every = 60_000 // ms

/** Number of items that wait for a decision, per topic; null until it is known. */
export const $pending = atom<Pending | null>(null)

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
    if (!document.hidden) void countPending()
  }, every)
  return () => clearInterval(timer)
})
