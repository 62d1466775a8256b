import type pg from 'pg'
import type { Versions } from '../../read-model/page-tags.ts'
import type { PageCopy } from './page-copies.ts'
import type { PagePublisher } from './page-publisher.ts'
import type { ProjectedPage, Publishable } from './projected-page.ts'
import { expiryOf, type PageReading, readPage, versionsOf } from './read-content.ts'

export type PageStatus = {
  path: string
  /** `built`: nothing published, or not known yet; `failing`: the previous bytes are still served. */
  state: 'built' | 'current' | 'failing'
  /** Why the last render failed; otherwise null. */
  error: string | null
}

export type FixedRefresher = {
  /** Restores a page from an earlier run; false for a copy of something else. */
  restore(copy: PageCopy): boolean
  /** Rerenders pages of another build and writes pages that were never written, without the database. */
  complete(): Promise<void>
  /** Refreshes every page whose tags have changed, and compares the others now and then. */
  look(versions: Versions): Promise<void>
  status(): PageStatus[]
}

/** Maximum milliseconds between two checks of a page that does not change or cannot be rendered. */
const maxPause = 60_000

/** `versions`: of the tags of the page at the last check. */
type Watched = {
  page: ProjectedPage
  versions: string | null
  error: string | null
  pause: number
  lookAgainAt: number
}

/**
 * Keeps the pages with a fixed path current. Even a page whose tags do not change is compared with its rows after a
 * quarter of a second, half a second, one … up to a minute: rows and tags are written by two projections, one of
 * which may be behind, and a rebuild replaces tables without changing a tag. A failed render is retried on the same
 * schedule.
 */
export function createFixedRefresher({
  pages,
  pool,
  publisher,
  onError,
  pollInterval,
}: {
  pages: readonly ProjectedPage[]
  pool: pg.Pool
  publisher: PagePublisher
  onError: (error: unknown, message: string) => void
  pollInterval: number
}): FixedRefresher {
  const watched = pages.map((page): Watched => {
    return { page, versions: null, error: null, pause: pollInterval, lookAgainAt: 0 }
  })
  /** Pages to render before the database is queried: copies of another build, by path. */
  const outdated = new Map<string, PageReading>()

  const publishable = ({ path, write }: ProjectedPage): Publishable => ({
    path,
    write,
    isListed: !write,
    isOneOfMany: false,
  })

  async function refresh(state: Watched, read: () => Promise<PageReading>): Promise<void> {
    const { page } = state
    let expiry = Number.POSITIVE_INFINITY
    try {
      const reading = await read()
      expiry = expiryOf(reading)
      state.versions = reading.versions
      await publisher.publish(publishable(page), reading)
      state.error = null
    } catch (error) {
      state.error = error instanceof Error ? error.message : String(error)
      onError(error, `The page ${page.path} could not be rendered; its previous bytes are still served.`)
    }
    state.lookAgainAt = Math.min(performance.now() + state.pause, expiry)
    state.pause = Math.min(state.pause * 2, maxPause)
  }

  return {
    restore(copy) {
      const state = watched.find(({ page }) => page.path === copy.path)
      if (!state) return false
      state.versions = copy.versions
      if (!publisher.restore(publishable(state.page), copy)) outdated.set(copy.path, copy)
      return true
    },
    async complete() {
      for (const state of watched) {
        const { path, write, empty } = state.page
        const never = write && !publisher.isShown(path) ? { content: JSON.stringify(empty), versions: '' } : null
        const reading = outdated.get(path) ?? never
        if (reading) await refresh(state, async () => reading)
      }
      outdated.clear()
    },
    async look(versions) {
      for (const state of watched) {
        const hasMoved = versionsOf(state.page, versions) !== state.versions
        if (hasMoved) state.pause = pollInterval
        if (hasMoved || performance.now() >= state.lookAgainAt) await refresh(state, () => readPage(pool, state.page))
      }
    },
    status: () =>
      watched.map(({ page: { path }, error }) => {
        return { path, state: error !== null ? 'failing' : publisher.isShown(path) ? 'current' : 'built', error }
      }),
  }
}
