import type pg from 'pg'
import { readItemVersions, type Versions } from '../../read-model/page-tags.ts'
import type { PageCopy } from './page-copies.ts'
import type { PagePublisher } from './page-publisher.ts'
import type { PageFamily, Publishable } from './projected-page.ts'
import { expiryOf, type PageReading, readItems, versionIn } from './read-content.ts'

export type FamilyRefresher = {
  readonly family: PageFamily
  /** Takes over what an earlier run has shown; false for a copy of something else. */
  restore(copy: PageCopy): boolean
  /** Renders up to `limit` restored pages of another build anew, newest first; needs no database. True when some are left. */
  renderRestored(limit: number): Promise<boolean>
  /** Brings some of what has moved up to date; `versions`: of the lists' tags. True when there is more to do at once. */
  look(versions: Versions): Promise<boolean>
  /** Pages that could not be rendered: path -> why. Their bytes before the failure are still served. */
  readonly failing: ReadonlyMap<string, string>
}

/** How many items are read by one query, and rendered before other pages have their turn; more where they share pages. */
const together = 20
const togetherShared = 500
/** Items read beside those that are missing: others may have moved since they were counted. */
const slack = 10
/** Milliseconds in which every item is compared with its row once, moved or not; longer when there are thousands. */
const roundLasts = 30_000
const sliceLasts = 1000
const slice = 100
/** Milliseconds; a moved item is looked at again after 1, 4, 16 … poll intervals up to this. */
const slowest = 30_000
/** The pause of what need not be looked at again. */
const settled = slowest + 1

type Due = { at: number; pause: number }

/**
 * Keeps the pages of one family current. What has moved is found by counts: the list's count is the sum of its items',
 * so the items that moved last by the clock are read until the sum is right, and all of them when it does not get right
 * (docs/decisions/0011-page-families.md).
 */
export function createFamilyRefresher({
  family,
  pool,
  publisher,
  onError,
  pollInterval,
}: {
  family: PageFamily
  pool: pg.Pool
  publisher: PagePublisher
  onError: (error: unknown, message: string) => void
  pollInterval: number
}): FamilyRefresher {
  /** Versions of the items as last read, and their sum. */
  const seen = new Map<number, number>()
  let total = 0
  /** By how much the list's count is more than that sum; a list may move for reasons of its own. */
  let surplus = 0
  const due = new Map<number, Due>()
  /** Restored pages of another build. */
  const restored = new Map<number, PageReading>()
  const failing = new Map<string, string>()
  /** When pages change by themselves (`expiryOf`); of those that do. */
  const expiries = new Map<number, number>()
  let round: number[] = []
  let sliceAt = performance.now() + roundLasts
  let roundAt = sliceAt
  /** Of the sweep's tag, when it was last heeded. */
  let swept = 0
  /** Shared pages before and after those that have changed. */
  const beside = new Set<number>()
  const atOnce = family.pagesOf ? togetherShared : together

  const pageOf = (id: number): Publishable => ({
    path: family.path(id),
    write: family.write,
    isListed: family.isListed,
  })

  function see(id: number, version: number, pause = pollInterval): void {
    const before = seen.get(id) ?? 0
    seen.set(id, version)
    total += version - before
    if (version !== before) due.set(id, { at: performance.now(), pause })
  }

  async function findMoved(version: number): Promise<void> {
    const recent = await readItemVersions(pool, family.tag, Math.max(version - total - surplus, 0) + slack)
    for (const [id, each] of recent.items) see(id, each)
    if (recent.list === total + surplus) return
    const all = await readItemVersions(pool, family.tag, null)
    // Thousands perhaps: once is enough, the sweep comes by again.
    for (const id of seen.keys()) if (!all.items.has(id)) see(id, 0, settled)
    for (const [id, each] of all.items) see(id, each, settled)
    surplus = all.list - total
  }

  async function show(id: number, reading: PageReading | null): Promise<void> {
    const page = pageOf(id)
    try {
      const hasChanged = reading ? await publisher.publish(page, reading) : publisher.retract(page.path)
      if (hasChanged && family.pagesOf) beside.add(id - 1).add(id + 1)
      failing.delete(page.path)
    } catch (error) {
      failing.set(page.path, error instanceof Error ? error.message : String(error))
      onError(error, `The page ${page.path} could not be rendered; its last bytes are still served.`)
    }
  }

  function noteExpiry(id: number, reading: PageReading | null): void {
    const expiry = reading ? expiryOf(reading) : Number.POSITIVE_INFINITY
    if (expiry === Number.POSITIVE_INFINITY) expiries.delete(id)
    else expiries.set(id, expiry)
  }

  /** Looked at once, unless it is due for another reason anyway. */
  function findExpired(): void {
    const now = performance.now()
    for (const [id, at] of expiries) {
      if (at > now) continue
      expiries.delete(id)
      if (!due.has(id)) due.set(id, { at: now, pause: settled })
    }
  }

  async function refresh(ids: readonly number[]): Promise<void> {
    const readings = await readItems(pool, family, ids, beside)
    for (const id of readings.keys()) beside.delete(id)
    for (const [id, reading] of readings) {
      restored.delete(id)
      noteExpiry(id, reading)
      await show(id, reading)
    }
  }

  /** What is due now; what moved last comes first, so that nothing new waits behind a long backlog. */
  function dueNow(): [number, Due][] {
    const now = performance.now()
    return [...due].filter(([, { at }]) => at <= now).sort(([, a], [, b]) => b.at - a.at)
  }

  function lookAgain(id: number, { pause }: Due): void {
    const isSettled = pause >= settled && !failing.has(family.path(id))
    if (isSettled) due.delete(id)
    else due.set(id, { at: performance.now() + pause, pause: Math.min(pause * 4, settled) })
  }

  /** Rows and counts are written by two projections, and a rebuild exchanges tables without moving a count. */
  async function sweep(): Promise<void> {
    const now = performance.now()
    if (now < sliceAt) return
    if (round.length === 0) {
      if (now < roundAt) return
      roundAt = now + roundLasts
      round = [...seen.keys()]
    }
    sliceAt = now + sliceLasts
    await refresh(round.splice(-slice))
  }

  /** Begins a round at once; what was restored may be older than what moved the tag. */
  function sweepWhenMoved(version: number): void {
    if (version === swept) return
    swept = version
    round = []
    roundAt = performance.now()
    sliceAt = roundAt
  }

  return {
    family,
    failing,
    restore(copy) {
      const id = Number(copy.path.match(/\d+/)?.[0])
      if (!Number.isInteger(id) || family.path(id) !== copy.path) return false
      const isCurrent = publisher.restore(pageOf(id), copy)
      if (!isCurrent) restored.set(id, copy)
      see(id, versionIn(copy.versions))
      due.delete(id)
      noteExpiry(id, copy)
      return true
    },
    async renderRestored(limit) {
      const newest = [...restored].sort(([a], [b]) => b - a).slice(0, limit)
      for (const [id, reading] of newest) {
        restored.delete(id)
        await show(id, reading)
      }
      return restored.size > 0
    },
    async look(versions) {
      const version = versions.get(family.tag) ?? 0
      if (version !== total + surplus) await findMoved(version)
      if (family.sweepTag !== undefined) sweepWhenMoved(versions.get(family.sweepTag) ?? 0)
      findExpired()
      const ready = dueNow()
      const now = ready.slice(0, atOnce)
      if (now.length === 0 && beside.size === 0) await sweep()
      else await refresh(now.map(([id]) => id))
      for (const [id, each] of now) lookAgain(id, each)
      return ready.length > now.length || beside.size > 0
    },
  }
}
