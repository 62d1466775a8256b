import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { compress } from './compress.ts'
import type { PageCopies } from './page-copies.ts'
import type { RenderPage } from './page-renderer.ts'
import type { PageStore } from './page-store.ts'
import { type ProjectedPage, projectedPages } from './projected.ts'
import { type PageReading, readPage, readVersions, versionsOf } from './read-content.ts'
import type { Bodies } from './ready-page.ts'

export type PageStatus = {
  path: string
  /** `built`: nothing published yet or not known yet; `failing`: the bytes before the failure are still served. */
  state: 'built' | 'current' | 'failing'
  /** Why the last render failed; null when it did not. */
  error: string | null
}

export type PageRefresher = {
  /** Puts the copies of the last run into the store. Await it before listening; it needs no database. */
  restore(): Promise<void>
  /** Begins to watch; never throws, goes on through database outages until `stop`. */
  start(): void
  /** Something may have changed: look now rather than at the next poll. */
  look(): void
  status(): { isDatabaseReachable: boolean; pages: PageStatus[] }
  stop(): Promise<void>
}

type Options = {
  pool: pg.Pool
  store: PageStore
  render: RenderPage
  copies: PageCopies
  /** Id of the build whose templates `render` uses. */
  build: string
  pages?: readonly ProjectedPage[]
  onError?: (error: unknown, message: string) => void
  /** Calls back when something may have changed (a notification, an append here); returns an unsubscribe. */
  onHint?: (listener: () => void) => () => void
  /** Milliseconds between two looks without a hint. */
  pollInterval?: number
}

const html = 'text/html; charset=utf-8'
/** Milliseconds between two looks at a page that does not change, or that cannot be rendered. */
const slowest = 30_000

/** `content`: what the bytes in the store were rendered from. `versions`: of its tags, when it was last looked at. */
type Watched = {
  page: ProjectedPage
  content: string | null
  versions: string | null
  error: string | null
  pause: number
  lookAgainAt: number
}

/**
 * Keeps the projected pages of this process current: watches the versions of their tags, renders what changed away from
 * any request, swaps the bytes in the store at once and keeps a copy on disk. What a crash interrupts is noticed at the
 * next start, because a copy says which versions it shows.
 *
 * A page whose tags stand still is compared with its rows all the same, after a quarter of a second, a half, one, … up
 * to half a minute: rows and tags are written by two projections, one of which may be behind, and a rebuild exchanges
 * tables without moving a tag. The same rhythm repeats a failed render.
 */
export function createPageRefresher(options: Options): PageRefresher {
  const { pool, store, copies, build, pages = projectedPages, pollInterval = 250 } = options
  const report = options.onError ?? (() => {})
  const watched = pages.map((page): Watched => {
    return { page, content: null, versions: null, error: null, pause: pollInterval, lookAgainAt: 0 }
  })
  let isDatabaseReachable = false
  let isStopping = false
  let hint = new AbortController()
  let running: Promise<void> | undefined
  let unsubscribe = () => {}

  function show(state: Watched, content: string, csp: string, bodies: Bodies): void {
    const { path } = state.page
    store.set({ path, status: 200, contentType: html, caching: 'revalidate', csp, isListed: true, bodies })
    state.content = content
  }

  async function publish(state: Watched, { content, versions }: PageReading): Promise<void> {
    const { path } = state.page
    if (content === state.content) return
    const rendered = await options.render(path, JSON.parse(content))
    const bodies = await compress(rendered.html, html, { quality: 'quick' })
    show(state, content, rendered.csp, bodies)
    copies.save({ path, build, versions, content, csp: rendered.csp, bodies })
  }

  async function refresh(state: Watched, read: () => Promise<PageReading>): Promise<void> {
    try {
      const reading = await read()
      state.versions = reading.versions
      await publish(state, reading)
      state.error = null
    } catch (error) {
      state.error = error instanceof Error ? error.message : String(error)
      report(error, `The page ${state.page.path} could not be rendered; its last bytes are still served.`)
    }
    state.lookAgainAt = performance.now() + state.pause
    state.pause = Math.min(state.pause * 2, slowest)
  }

  async function look(): Promise<void> {
    const versions = await readVersions(pool)
    isDatabaseReachable = true
    for (const state of watched) {
      const hasMoved = versionsOf(state.page, versions) !== state.versions
      if (hasMoved) state.pause = pollInterval
      if (hasMoved || performance.now() >= state.lookAgainAt) await refresh(state, () => readPage(pool, state.page))
    }
  }

  /** Loading Astro takes a tenth of a second, once; better now than when somebody publishes. */
  async function warmUp(): Promise<void> {
    const [first] = pages
    if (first) await options.render(first.path, first.empty).catch(() => {})
  }

  async function watch(): Promise<void> {
    let isWarm = false
    while (!isStopping) {
      try {
        await look()
        if (!isWarm) await warmUp()
        isWarm = true
      } catch (error) {
        if (isDatabaseReachable)
          report(error, 'The projected pages cannot be compared with the read model at the moment.')
        isDatabaseReachable = false
      }
      await sleep(pollInterval, undefined, { signal: hint.signal }).catch(() => {})
      hint = new AbortController()
    }
  }

  return {
    async restore() {
      for (const state of watched) {
        const copy = await copies.read(state.page.path)
        if (copy?.build === build) {
          show(state, copy.content, copy.csp, copy.bodies)
          state.versions = copy.versions
        } else if (copy) await refresh(state, async () => copy)
      }
    },
    start() {
      unsubscribe = options.onHint?.(() => hint.abort()) ?? unsubscribe
      running ??= watch()
    },
    look: () => hint.abort(),
    status: () => ({
      isDatabaseReachable,
      pages: watched.map(({ page, content, error }) => ({
        path: page.path,
        state: error !== null ? 'failing' : content === null ? 'built' : 'current',
        error,
      })),
    }),
    async stop() {
      isStopping = true
      unsubscribe()
      hint.abort()
      await running
      await copies.settled()
    },
  }
}
