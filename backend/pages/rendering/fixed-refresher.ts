import type pg from 'pg'
import { pauseAfter } from '../../kernel/concurrency/backoff.ts'
import { type Versions, versionOf } from '../../read-model/page-tags.ts'
import type { PageCopy } from './page-copies.ts'
import type { PagePublisher } from './page-publisher.ts'
import type { ProjectedPage, Publishable } from './projected-page.ts'
import { expiryOf, readPage } from './read-content.ts'

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
  /** Refreshes every page whose families have changed, whose content has expired, or that could not be rendered. */
  look(versions: Versions): Promise<void>
  status(): PageStatus[]
}

const maxPause = 60_000 // ms

/** `versions`: of its families at the last check. `lookAgainAt`: Date.now. */
type Watched = {
  page: ProjectedPage
  versions: string | null
  error: string | null
  failures: number
  lookAgainAt: number
}

const versionsOf = ({ tags }: ProjectedPage, versions: Versions): string =>
  tags
    .map((tag) => versionOf(versions, tag))
    .map(({ version, edition }) => `${version} of ${edition}`)
    .join()

/** Keeps the pages with a fixed path current. Each is compared with its rows after a start. */
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
    return { page, versions: null, error: null, failures: 0, lookAgainAt: Number.POSITIVE_INFINITY }
  })
  /** Pages to render before the database is queried: copies of another build, by path. */
  const outdated = new Map<string, string>()

  const publishable = ({ path, write }: ProjectedPage): Publishable => ({
    path,
    write,
    isListed: !write,
    isOneOfMany: false,
  })

  async function refresh(state: Watched, read: () => Promise<string>): Promise<void> {
    const { page } = state
    try {
      const content = await read()
      state.lookAgainAt = expiryOf(content)
      await publisher.publish(publishable(page), content)
      state.error = null
      state.failures = 0
    } catch (error) {
      state.error = error instanceof Error ? error.message : String(error)
      state.lookAgainAt = Date.now() + pauseAfter(state.failures++, { first: pollInterval, max: maxPause })
      onError(error, `The page ${page.path} could not be rendered; its previous bytes are still served.`)
    }
  }

  return {
    restore(copy) {
      const state = watched.find(({ page }) => page.path === copy.path)
      if (!state) return false
      if (!publisher.restore(publishable(state.page), copy)) outdated.set(copy.path, copy.content)
      return true
    },
    async complete() {
      for (const state of watched) {
        const { path, write, empty } = state.page
        const never = write && !publisher.isShown(path) ? JSON.stringify(empty) : null
        const content = outdated.get(path) ?? never
        if (content !== null) await refresh(state, async () => content)
      }
      outdated.clear()
    },
    async look(versions) {
      for (const state of watched) {
        const current = versionsOf(state.page, versions)
        if (current === state.versions && Date.now() < state.lookAgainAt) continue
        state.versions = current
        await refresh(state, () => readPage(pool, state.page))
      }
    },
    status: () =>
      watched.map(({ page: { path }, error }) => {
        return { path, state: error !== null ? 'failing' : publisher.isShown(path) ? 'current' : 'built', error }
      }),
  }
}
