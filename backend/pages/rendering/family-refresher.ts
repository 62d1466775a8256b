import type pg from 'pg'
import { pauseAfter } from '../../kernel/concurrency/backoff.ts'
import { type FamilyVersion, readItemVersions, type Versions, versionOf } from '../../read-model/page-tags.ts'
import { inSnapshot } from '../../read-model/snapshot.ts'
import type { PageCopies, PageCopy } from './page-copies.ts'
import type { PagePublisher } from './page-publisher.ts'
import type { PageFamily, Publishable } from './projected-page.ts'
import { expiryOf, readItems } from './read-content.ts'

/** A page that could not be rendered; its previous bytes are still served. */
type Failure = { path: string; error: string; count: number }

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
  /** Refreshes some of the changed pages. True when there is more to do right away. */
  look(versions: Versions): Promise<boolean>
  failing(): Iterable<Failure>
}

/**
 * Number of items read in one query and rendered before other pages get their turn; more where items share pages.
 */
const batchSize = 20
const sharedBatchSize = 500
/** After more changes than this, as when the database was away, all versions are read. */
const maxRecent = 1000
/** Extra items to read beyond the missing ones, because others may have changed since they were counted. */
const slack = 10
const maxPause = 30_000 // ms

/**
 * Keeps the pages of one family current. Changed items are found by counting: the version of the family is the sum of
 * the versions of its items. So the items changed last (by time) are read until the sum matches, and all of them if it
 * never does. All pages are compared with their rows once per edition: after a start, an erasure and a rebuild
 * (docs/decisions/0011-page-families.md).
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
  let seen = new Map<number, number>()
  let total = 0
  let edition: string | null = null
  /** Items whose pages are checked next. */
  const moved = new Set<number>()
  /** Pages that are checked after them. */
  const backlog = new Set<number>()
  /** Restored pages of another build: only their numbers, because the copies of thousands of pages fill the memory. */
  const restored = new Set<number>()
  const failures = new Map<number, Failure>()
  /** When to check a page again (Date.now): its content changes with time (`expiryOf`), or it could not be rendered. */
  const again = new Map<number, number>()
  const { shared } = family

  const pageOf = (page: number): Publishable => ({
    path: family.path(page),
    write: family.write,
    isListed: family.isListed,
    isOneOfMany: true,
  })

  async function findMoved({ version, edition: current }: FamilyVersion): Promise<void> {
    const isSame = current === edition
    const missing = version - total
    if (isSame && missing > 0 && missing <= maxRecent) {
      const recent = await readItemVersions(pool, family.tag, missing + slack)
      for (const [id, each] of recent.items) see(id, each)
      if (recent.total === total) return
    }
    const all = await readItemVersions(pool, family.tag, null)
    if (isSame) {
      for (const id of seen.keys()) if (!all.items.has(id)) moved.add(id)
      for (const [id, each] of all.items) see(id, each)
    } else await compareAll([...all.items.keys(), ...seen.keys()])
    seen = all.items
    total = all.total
    edition = current
  }

  function see(id: number, version: number): void {
    const before = seen.get(id) ?? 0
    if (version === before) return
    seen.set(id, version)
    total += version - before
    moved.add(id)
  }

  /** The latest change first. */
  async function compareAll(items: readonly number[]): Promise<void> {
    const pages = [...(shared ? await everyPage(shared.last) : items), ...backlog]
    backlog.clear()
    for (const page of pages) backlog.add(page)
  }

  async function everyPage(last: (client: pg.ClientBase) => Promise<number>): Promise<number[]> {
    const newest = await inSnapshot(pool, last)
    return Array.from({ length: newest }, (_, index) => newest - index)
  }

  /** `content`: null when there is no page. */
  async function show(number: number, content: string | null): Promise<void> {
    const page = pageOf(number)
    const expiry = content === null ? Number.POSITIVE_INFINITY : expiryOf(content)
    if (expiry === Number.POSITIVE_INFINITY) again.delete(number)
    else again.set(number, expiry)
    try {
      const hasChanged = content === null ? publisher.retract(page) : await publisher.publish(page, content)
      if (hasChanged && shared)
        for (const beside of content === null ? [number - 1, number + 1] : shared.linksOf(content)) backlog.add(beside)
      failures.delete(number)
    } catch (error) {
      const count = failures.get(number)?.count ?? 0
      const { path } = page
      failures.set(number, { path, error: error instanceof Error ? error.message : String(error), count: count + 1 })
      again.set(number, Date.now() + pauseAfter(count, { first: pollInterval, max: maxPause }))
      onError(error, `The page ${path} could not be rendered; its previous bytes are still served.`)
    }
  }

  function findDue(): void {
    const now = Date.now()
    for (const [page, at] of again) {
      if (at > now) continue
      again.delete(page)
      backlog.add(page)
    }
  }

  async function refreshSome(): Promise<void> {
    const items = moved
      .values()
      .take(shared ? sharedBatchSize : batchSize)
      .toArray()
    const pages = backlog
      .values()
      .take(shared ? batchSize : batchSize - items.length)
      .toArray()
    if (items.length + pages.length === 0) return
    const contents = await readItems(pool, family, pages, items)
    for (const id of items) moved.delete(id)
    for (const page of pages) backlog.delete(page)
    for (const [page, content] of contents) {
      restored.delete(page)
      await show(page, content)
    }
  }

  function numberIn(path: string): number | null {
    const number = Number(path.match(/\d+/)?.[0])
    return Number.isInteger(number) && family.path(number) === path ? number : null
  }

  return {
    family,
    failing: () => failures.values(),
    async bringBack(path) {
      const number = numberIn(path)
      if (number === null) return false
      if (await publisher.bringBack(pageOf(number), await copies.one(path))) return true
      const content = (await readItems(pool, family, [number])).get(number)
      if (content) await publisher.renderAgain(pageOf(number), content)
      else publisher.retract(pageOf(number))
      return true
    },
    restore(copy) {
      const number = numberIn(copy.path)
      if (number === null) return false
      if (!publisher.restore(pageOf(number), copy)) restored.add(number)
      backlog.add(number)
      return true
    },
    async renderRestored(limit) {
      const newest = [...restored].sort((a, b) => b - a).slice(0, limit)
      for (const number of newest) {
        const copy = await copies.one(family.path(number))
        // False when it was refreshed from the database by now.
        if (restored.delete(number) && copy) await show(number, copy.content)
      }
      return restored.size > 0
    },
    async look(versions) {
      const current = versionOf(versions, family.tag)
      if (current.version !== total || current.edition !== edition) await findMoved(current)
      findDue()
      await refreshSome()
      return moved.size > 0 || backlog.size > 0
    },
  }
}
