import type pg from 'pg'
import { readItemVersions, type Versions } from '../../read-model/page-tags.ts'
import { inSnapshot } from '../../read-model/snapshot.ts'
import type { PageCopies, PageCopy } from './page-copies.ts'
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
  /**
   * Makes the bytes again that the store has dropped: from the copy of the page, or else from the read model. False when
   * the page is not of this family; throws what rendering throws.
   */
  bringBack(path: string): Promise<boolean>
  /** Refreshes some of the changed pages; `versions`: of the list tags. True when there is more to do right away. */
  look(versions: Versions): Promise<boolean>
  /** Pages that could not be rendered: path -> reason. Their previous bytes are still served. */
  readonly failing: ReadonlyMap<string, string>
}

/**
 * Number of items read in one query and rendered before other pages get their turn; more where items share pages.
 */
const batchSize = 20
const sharedBatchSize = 500
/** After more changes than this, as at startup, all items are read. */
const maxRecent = 1000
/** Extra items to read beyond the missing ones, because others may have changed since they were counted. */
const slack = 10
/** Milliseconds in which every item is compared with its row once, changed or not; longer when there are thousands. */
const roundDuration = 60_000
const sliceDuration = 1000
const slice = 100 // items
const sharedSlice = 20 // pages that items share
/** Milliseconds; a changed item is checked again after 1, 4, 16 … poll intervals, up to this limit. */
const maxPause = 30_000

type Due = { at: number; pause: number }

/**
 * Keeps the pages of one family current. Changed items are found by counting: the count of the list is the sum of the
 * counts of its items. So the items changed last (by time) are read until the sum matches, and all of them if it never
 * does (docs/decisions/0011-page-families.md).
 */
export function createFamilyRefresher({
  family,
  pool,
  copies,
  publisher,
  onError,
  pollInterval,
}: {
  family: PageFamily
  pool: pg.Pool
  copies: Pick<PageCopies, 'one'>
  publisher: PagePublisher
  onError: (error: unknown, message: string) => void
  pollInterval: number
}): FamilyRefresher {
  /** Versions of the items as last read, and their sum. */
  const seen = new Map<number, number>()
  let total = 0
  /** Excess of the list count over that sum, because a list can also change on its own. */
  let surplus = 0
  const due = new Map<number, Due>()
  /** Checked once, when nothing is due: there may be as many as there are items. */
  const backlog = new Set<number>()
  /** Restored pages of another build: only their ids, because the copies of thousands of pages fill the memory. */
  const restored = new Set<number>()
  const failing = new Map<string, string>()
  /** Expiry times of pages that change with time (`expiryOf`). */
  const expiries = new Map<number, number>()
  let round: number[] = []
  let sliceAt = performance.now() + roundDuration
  let roundAt = sliceAt
  /** Version of the sweep tag at the last check. */
  let swept: number | null = null
  /** Shared pages to check, some at a time: those that link to changed ones, or all. */
  const pages = new Set<number>()
  const { shared } = family
  const atOnce = shared ? sharedBatchSize : batchSize

  const pageOf = (id: number): Publishable => ({
    path: family.path(id),
    write: family.write,
    isListed: family.isListed,
    isOneOfMany: true,
  })

  /** True when it has changed. */
  function see(id: number, version: number): boolean {
    const before = seen.get(id) ?? 0
    seen.set(id, version)
    total += version - before
    return version !== before
  }

  async function findMoved(version: number): Promise<void> {
    const missing = Math.max(version - total - surplus, 0)
    if (missing <= maxRecent) {
      const recent = await readItemVersions(pool, family.tag, missing + slack)
      for (const [id, each] of recent.items)
        if (see(id, each)) due.set(id, { at: performance.now(), pause: pollInterval })
      if (recent.list === total + surplus) return
    }
    const all = await readItemVersions(pool, family.tag, null)
    // There may be thousands, so each is checked once: the sweep checks again.
    const moved = [...seen.keys()].filter((id) => !all.items.has(id) && see(id, 0))
    for (const [id, each] of all.items) if (see(id, each)) moved.push(id)
    surplus = all.list - total
    if (shared && moved.length > sharedBatchSize) for (const page of await everyPage()) pages.add(page)
    else for (const id of moved) backlog.add(id)
  }

  async function show(id: number, reading: PageReading | null): Promise<void> {
    const page = pageOf(id)
    try {
      const hasChanged = reading ? await publisher.publish(page, reading) : publisher.retract(page)
      if (hasChanged && shared)
        for (const beside of reading ? shared.linksOf(reading.content) : [id - 1, id + 1]) pages.add(beside)
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

  function findExpired(): void {
    const now = performance.now()
    for (const [id, at] of expiries) {
      if (at > now) continue
      expiries.delete(id)
      backlog.add(id)
    }
  }

  async function refresh(ids: readonly number[]): Promise<void> {
    const further = pages.values().take(sharedSlice).toArray()
    const readings = await readItems(pool, family, ids, further)
    for (const page of further) pages.delete(page)
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

  function lookAgain(id: number, pause: number): void {
    if (pause < maxPause || failing.has(family.path(id)))
      due.set(id, { at: performance.now() + pause, pause: Math.min(pause * 4, maxPause) })
    else due.delete(id)
  }

  /** Rows and counts are written by two projections, and a rebuild replaces tables without changing a count. */
  async function sweep(): Promise<void> {
    const now = performance.now()
    if (now < sliceAt) return
    if (round.length === 0) {
      if (now < roundAt) return
      roundAt = now + roundDuration
      round = shared ? (await everyPage()).reverse() : [...seen.keys()]
    }
    sliceAt = now + sliceDuration
    if (!shared) return refresh(round.splice(-slice))
    for (const page of round.splice(-sharedSlice)) pages.add(page)
    await refresh([])
  }

  /** Newest first. */
  async function everyPage(): Promise<number[]> {
    const last = shared ? await inSnapshot(pool, shared.last) : 0
    return Array.from({ length: last }, (_, index) => last - index)
  }

  /**
   * Checks every page without pauses. After a start, restored pages may be older than the change: a sweep finds them.
   */
  async function checkAllWhenMoved(version: number): Promise<void> {
    if (version === swept) return
    if (swept === null) {
      roundAt = performance.now()
      sliceAt = roundAt
    } else if (shared) for (const page of await everyPage()) pages.add(page)
    else for (const id of [...seen.keys()].reverse()) backlog.add(id)
    swept = version
  }

  function idOf(path: string): number | null {
    const id = Number(path.match(/\d+/)?.[0])
    return Number.isInteger(id) && family.path(id) === path ? id : null
  }

  return {
    family,
    failing,
    async bringBack(path) {
      const id = idOf(path)
      if (id === null) return false
      if (await publisher.bringBack(pageOf(id), await copies.one(path))) return true
      const reading = (await readItems(pool, family, shared ? [] : [id], shared ? [id] : [])).get(id)
      if (reading) await publisher.renderAgain(pageOf(id), reading)
      else publisher.retract(pageOf(id))
      return true
    },
    restore(copy) {
      const id = idOf(copy.path)
      if (id === null) return false
      const isCurrent = publisher.restore(pageOf(id), copy)
      if (!isCurrent) restored.add(id)
      if (!shared) see(id, versionIn(copy.versions))
      noteExpiry(id, copy)
      return true
    },
    async renderRestored(limit) {
      const newest = [...restored].sort((a, b) => b - a).slice(0, limit)
      for (const id of newest) {
        const copy = await copies.one(family.path(id))
        // Refreshed from the database by now.
        if (!restored.delete(id)) continue
        if (copy) await show(id, copy)
        else if (shared) pages.add(id)
        else backlog.add(id)
      }
      return restored.size > 0
    },
    async look(versions) {
      const version = versions.get(family.tag) ?? 0
      if (version !== total + surplus) await findMoved(version)
      if (family.sweepTag !== undefined) await checkAllWhenMoved(versions.get(family.sweepTag) ?? 0)
      findExpired()
      const ready = dueNow()
      const now = ready.slice(0, atOnce)
      const once = backlog
        .values()
        .take(atOnce - now.length)
        .toArray()
      if (now.length + once.length + pages.size === 0) await sweep()
      else await refresh([...new Set([...now.map(([id]) => id), ...once])])
      for (const id of once) {
        backlog.delete(id)
        if (!due.has(id)) lookAgain(id, maxPause)
      }
      for (const [id, { pause }] of now) lookAgain(id, pause)
      return ready.length > now.length || backlog.size > 0 || pages.size > 0
    },
  }
}
