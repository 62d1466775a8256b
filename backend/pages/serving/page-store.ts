import { type PageSource, type ReadyPage, readyPage } from './ready-page.ts'

/** Every page and file of the site, by path. Setting a page replaces all its bytes and its ETag atomically. */
export type PageStore = {
  get(path: string): ReadyPage | undefined
  set(source: PageSource): void
  remove(path: string): void
  all(): Iterable<ReadyPage>
}

/** `securityHeaders`: sent with every page and file, in addition to the content security policy of a page. */
export function createPageStore({
  securityHeaders = {},
}: {
  securityHeaders?: Record<string, string>
} = {}): PageStore {
  const pages = new Map<string, ReadyPage>()
  return {
    get: (path) => pages.get(path),
    set: (source) => void pages.set(source.path, readyPage(source, securityHeaders)),
    remove: (path) => void pages.delete(path),
    all: () => pages.values(),
  }
}
