import type pg from 'pg'
import { readItemVersions, type Versions } from '../../read-model/page-tags.ts'
import type { PageCopy } from './page-copies.ts'
import type { PagePublisher } from './page-publisher.ts'
import type { PageFamily, Publishable } from './projected-page.ts'
import { expiryOf, type PageReading, readItems, versionIn } from './read-content.ts'

export type FamilyRefresher = {
  readonly family: PageFamily
  /** Restores a page from an earlier run; false for a copy of something else. */
  restore(copy: PageCopy): boolean
  /**
   * Rerenders up to `limit` restored pages of another build, newest first, without the database. True when more are
   * left.
   */
  renderRestored(limit: number): Promise<boolean>
  /** Refreshes some of the changed pages; `versions`: of the list tags. True when there is more to do right away. */
  look(versions: Versions): Promise<boolean>
  /** Pages that could not be rendered: path -> reason. Their previous bytes are still served. */
  readonly failing: ReadonlyMap<string, string>
}

/**
 * How many items are read in one query and rendered before other pages get their turn; more where items share pages.
 */
const batchSize = 20
const sharedBatchSize = 500
/** Extra items to read adjacents the missing ones: others may have changed since they were counted. */
const slack = 10
/** Milliseconds in which every item is compared with its row once, changed or not; longer when there are thousands. */
const roundDuration = 60_000
const sliceDuration = 1000
const slice = 100
/** Milliseconds; a changed item is checked again after 1, 4, 16 … poll intervals, up to this limit. */
const maxPause = 30_000
/** The pause of an item that needs no further check. */
const settled = maxPause + 1

type Due = { at: number; pause: number }

/**
 * Keeps the pages of one family current. Changed items are found by counting: the count of the list is the sum of the
 * counts of its items. So the items changed last (by time) are read until the sum matches, and all of them if it never
 * does (docs/decisions/0011-page-families.md).
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
  /** How much the list count exceeds that sum; a list can also change on its own. */
  let surplus = 0
  const due = new Map<number, Due>()
  /** Restored pages of another build. */
  const restored = new Map<number, PageReading>()
  const failing = new Map<string, string>()
  /** Expiry times of pages that change with time (`expiryOf`). */
  const expiries = new Map<number, number>()
  let round: number[] = []
  let sliceAt = performance.now() + roundDuration
  let roundAt = sliceAt
  /** Version of the sweep tag when it last triggered a sweep. */
  let swept = 0
  /** Shared pages adjacent to changed ones. */
  const adjacent = new Set<number>()
  const atOnce = family.pagesOf ? sharedBatchSize : batchSize

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
    // There may be thousands: once is enough, the sweep will check again.
    for (const id of seen.keys()) if (!all.items.has(id)) see(id, 0, settled)
    for (const [id, each] of all.items) see(id, each, settled)
    surplus = all.list - total
  }

  async function show(id: number, reading: PageReading | null): Promise<void> {
    const page = pageOf(id)
    try {
      const hasChanged = reading ? await publisher.publish(page, reading) : publisher.retract(page.path)
      if (hasChanged && family.pagesOf) adjacent.add(id - 1).add(id + 1)
      failing.delete(page.path)
    } catch (error) {
      failing.set(page.path, error instanceof Error ? error.message : String(error))
      onError(error, `The page ${page.path} could not be rendered; its previous bytes are still served.`)
    }
  }

  function noteExpiry(id: number, reading: PageReading | null): void {
    const expiry = reading ? expiryOf(reading) : Number.POSITIVE_INFINITY
    if (expiry === Number.POSITIVE_INFINITY) expiries.delete(id)
    else expiries.set(id, expiry)
  }

  /** Checked once, unless it is due for another reason anyway. */
  function findExpired(): void {
    const now = performance.now()
    for (const [id, at] of expiries) {
      if (at > now) continue
      expiries.delete(id)
      if (!due.has(id)) due.set(id, { at: now, pause: settled })
    }
  }

  async function refresh(ids: readonly number[]): Promise<void> {
    const readings = await readItems(pool, family, ids, adjacent)
    for (const id of readings.keys()) adjacent.delete(id)
    for (const [id, reading] of readings) {
      restored.delete(id)
      noteExpiry(id, reading)
      await show(id, reading)
    }
  }

  /** Items due now; the most recently changed come first, so that nothing new waits behind a backlog. */
  function dueNow(): [number, Due][] {
    const now = performance.now()
    return [...due].filter(([, { at }]) => at <= now).sort(([, a], [, b]) => b.at - a.at)
  }

  function lookAgain(id: number, { pause }: Due): void {
    const isSettled = pause >= settled && !failing.has(family.path(id))
    if (isSettled) due.delete(id)
    else due.set(id, { at: performance.now() + pause, pause: Math.min(pause * 4, settled) })
  }

  /** Rows and counts are written by two projections, and a rebuild replaces tables without changing a count. */
  async function sweep(): Promise<void> {
    const now = performance.now()
    if (now < sliceAt) return
    if (round.length === 0) {
      if (now < roundAt) return
      roundAt = now + roundDuration
      round = [...seen.keys()]
    }
    sliceAt = now + sliceDuration
    await refresh(round.splice(-slice))
  }

  /** Starts a sweep immediately; restored pages may be older than the change of the tag. */
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
      if (now.length === 0 && adjacent.size === 0) await sweep()
      else await refresh(now.map(([id]) => id))
      for (const [id, each] of now) lookAgain(id, each)
      return ready.length > now.length || adjacent.size > 0
    },
  }
}
