import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createSignal } from '../../kernel/concurrency/signal.ts'
import { readVersions, type Versions } from '../../read-model/page-tags.ts'
import type { PageStore } from '../serving/page-store.ts'
import { createFamilyRefresher, type FamilyRefresher } from './family-refresher.ts'
import { createFixedRefresher, type PageStatus } from './fixed-refresher.ts'
import type { PageCopies } from './page-copies.ts'
import { createPagePublisher } from './page-publisher.ts'
import type { RenderPage } from './page-renderer.ts'
import type { PageSet } from './projected-page.ts'
import {
  createRefresherState,
  isListingDue,
  noteDatabaseAway,
  noteListed,
  noteVersions,
  noteWait,
  noteWork,
  startsWarmUp,
} from './refresher-state.ts'

export type PageRefresher = {
  /**
   * Loads the copies from the last run of the pages with a fixed path into the store. Await it before listening; it needs
   * no database. The pages of families follow in the background, so that a start takes no longer with thousands of them.
   */
  restore(): Promise<void>
  /** True when family pages are loaded too; until then a missing page may still appear. */
  readonly isRestored: boolean
  /** Resolves when family pages are loaded; never rejects. */
  restored(): Promise<void>
  /**
   * Makes the bytes of a page again that the store has dropped; requests for the same page share the work. False when it
   * cannot be done now.
   */
  bringBack(path: string): Promise<boolean>
  /** Starts watching; never throws, and continues through database outages until `stop`. */
  start(): void
  /** A hint that something may have changed: checks now instead of at the next poll. */
  look(): void
  /** Every page with a fixed path, and pages of families that cannot be rendered. */
  status(): { isDatabaseReachable: boolean; pages: PageStatus[] }
  stop(): Promise<void>
}

type Options = PageSet & {
  pool: pg.Pool
  store: PageStore
  render: RenderPage
  copies: PageCopies
  /** Id of the build whose templates `render` uses. */
  build: string
  siteUrl: string
  onError?: (error: unknown, message: string) => void
  /** Pages were added to the sitemap or removed. */
  onListed?: () => Promise<void>
  /**
   * Calls back when something may have changed (a notification, an append in this process); returns an unsubscribe
   * function.
   */
  onHint?: (listener: () => void) => () => void
  /** Milliseconds between two checks without a hint; with `onHint`, more and more while nothing changes. */
  pollInterval?: number
}

/** Number of family pages rendered for a new build before the server accepts requests; the others follow. */
const renderBatchSize = 20
const gatherFor = 250 // ms, for slow pages

/**
 * Keeps the projected pages of this process current: watches the versions of their families, renders changes outside of
 * any request, replaces the bytes in the store atomically and keeps a copy on disk. Work interrupted by a crash is done
 * after the next start, which compares every page with its rows.
 */
export function createPageRefresher(options: Options): PageRefresher {
  const { pool, copies, pages, pollInterval = 250, onListed = async () => {} } = options
  const report = options.onError ?? (() => {})
  const publisher = createPagePublisher(options)
  const parts = { pool, publisher, pollInterval, onError: report }
  const fixed = createFixedRefresher({ pages, ...parts })
  const families = options.families.map((family) => createFamilyRefresher({ family, copies, ...parts }))
  const quick = families.filter(({ family }) => !family.isSlow)
  const slow = families.filter(({ family }) => family.isSlow)
  const polling = { poll: pollInterval, hasHints: options.onHint !== undefined }
  const state = createRefresherState(polling)
  const stopping = new AbortController()
  const hint = createSignal(stopping.signal)
  const slowHint = createSignal(stopping.signal)
  let running: Promise<unknown> | undefined
  let restoring: Promise<void> = Promise.resolve()
  let unsubscribe = () => {}

  /** Checks some items of each family; true when there is more to do right away. */
  async function lookAtFamilies(some: readonly FamilyRefresher[], seen: Versions): Promise<boolean> {
    let isMore = false
    for (const each of some) isMore = (await each.look(seen)) || isMore
    return isMore
  }

  async function renderRestored(some: readonly FamilyRefresher[]): Promise<boolean> {
    let isMore = false
    for (const each of some) isMore = (await each.renderRestored(renderBatchSize)) || isMore
    return isMore
  }

  /** Items before lists, so that a list never links to a page that does not exist yet. */
  async function lookAtQuick(): Promise<boolean> {
    const isUnfinished = await renderRestored(quick)
    const seen = await readVersions(pool)
    noteVersions(state, seen)
    slowHint.raise()
    const isMore = await lookAtFamilies(quick, seen)
    await fixed.look(seen)
    if (isListingDue(state, { isMore, now: performance.now() }) && publisher.takeListingChange()) {
      await onListed()
      noteListed(state, performance.now(), polling)
    }
    return isUnfinished || isMore
  }

  async function lookAtSlow(): Promise<boolean> {
    const isUnfinished = await renderRestored(slow)
    return (state.versions !== null && (await lookAtFamilies(slow, state.versions))) || isUnfinished
  }

  /** Loads Astro soon after a start, which takes a tenth of a second once, instead of at the first publication. */
  async function warmUp(): Promise<void> {
    const first = pages.find(({ write }) => !write)
    if (first) await options.render(first.path, first.empty).catch(() => {})
  }

  /** Waits for a hint, longer and longer while there is nothing to do. */
  async function waitForHint(): Promise<void> {
    const startedAt = performance.now()
    await hint.wait(state.pause)
    noteWait(state, performance.now() - startedAt, polling)
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      let isMore = false
      try {
        isMore = await lookAtQuick()
      } catch (error) {
        if (noteDatabaseAway(state))
          report(error, 'The projected pages cannot be compared with the read model right now.')
      }
      if (isMore) noteWork(state, polling)
      else await waitForHint()
      if (startsWarmUp(state, { isMore })) await warmUp()
    }
  }

  /** Slow pages such as images have their own loop, so that other pages do not wait for them. */
  async function watchSlow(): Promise<void> {
    while (!stopping.signal.aborted && slow.length > 0) {
      // The other loop reports database outages.
      if (await lookAtSlow().catch(() => false)) continue
      await slowHint.wait()
      // Changes that arrive together are handled together.
      await sleep(Math.min(pollInterval, gatherFor), undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const returning = new Map<string, Promise<boolean>>()

  async function bringBackNow(path: string): Promise<boolean> {
    try {
      for (const family of families) if (await family.bringBack(path)) return true
    } catch (error) {
      report(error, `The page ${path} cannot be rendered again right now.`)
    }
    return false
  }

  async function restoreFamilies(): Promise<void> {
    try {
      for await (const copy of copies.all()) {
        if (stopping.signal.aborted) return
        const isKnown = pages.some(({ path }) => path === copy.path) || families.some((family) => family.restore(copy))
        // The page no longer exists.
        if (!isKnown) copies.remove(copy.path)
      }
      await renderRestored(quick)
      publisher.takeListingChange()
      await onListed()
    } catch (error) {
      report(error, 'Not all copies of pages could be read; the others are rendered again.')
    } finally {
      state.isRestored = true
    }
  }

  return {
    get isRestored() {
      return state.isRestored
    },
    restored: () => restoring,
    async bringBack(path) {
      const work = returning.get(path) ?? bringBackNow(path)
      returning.set(path, work)
      try {
        return await work
      } finally {
        returning.delete(path)
      }
    },
    async restore() {
      for (const { path } of pages) {
        const copy = await copies.one(path)
        if (copy) fixed.restore(copy)
      }
      await fixed.complete()
      restoring = restoreFamilies()
    },
    start() {
      unsubscribe = options.onHint?.(hint.raise) ?? unsubscribe
      running ??= restoring.then(() => Promise.all([watch(), watchSlow()]))
    },
    look: hint.raise,
    status: () => ({
      isDatabaseReachable: state.isDatabaseReachable,
      pages: [
        ...fixed.status(),
        ...families.flatMap(({ failing }) =>
          [...failing()].map(({ path, error }): PageStatus => ({ path, state: 'failing', error })),
        ),
      ],
    }),
    async stop() {
      unsubscribe()
      stopping.abort()
      hint.stop()
      slowHint.stop()
      await running
      await copies.settled()
    },
  }
}
