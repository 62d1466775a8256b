import { createHash } from 'node:crypto'
import { compress } from '../serving/compress.ts'
import type { PageStore } from '../serving/page-store.ts'
import type { PageCopies, PageCopy } from './page-copies.ts'
import type { RenderPage } from './page-renderer.ts'
import type { Publishable } from './projected-page.ts'

export type PagePublisher = {
  /** Renders and replaces a page; false when it already shows this content (JSON). Throws what rendering throws. */
  publish(page: Publishable, content: string): Promise<boolean>
  /** Removes the page, from memory and disk. False when there was none. */
  retract(page: Publishable): boolean
  /** Shows a copy from an earlier run. False when it is from another build, so that it has to be published again. */
  restore(page: Publishable, copy: PageCopy): boolean
  /** Makes bytes again that the store has dropped, from the copy of the page. False when there is no current copy. */
  bringBack(page: Publishable, copy: PageCopy | null): Promise<boolean>
  /** The same from the read model. */
  renderAgain(page: Publishable, content: string): Promise<void>
  /** True when the page shows more than the empty page of the build. */
  isShown(path: string): boolean
  /** True when a page was added to the sitemap or removed since the last call. */
  takeListingChange(): boolean
}

const html = 'text/html; charset=utf-8'
const digestOf = (content: string) => createHash('sha256').update(content).digest('base64url')

/** Turns content into bytes in the store, with a copy on disk. */
export function createPagePublisher({
  store,
  copies,
  render,
  build,
  siteUrl,
}: {
  store: PageStore
  copies: PageCopies
  render: RenderPage
  build: string
  siteUrl: string
}): PagePublisher {
  /** The content that the bytes in the store were made from; null: another build. */
  const shown = new Map<string, string | null>()
  let isListingChanged = false
  /** Pages we write ourselves also contain the site URL; Astro pages have it from the build. */
  const editionOf = ({ write }: Publishable) => (write ? `${build} ${siteUrl}` : build)

  async function bytesOf(
    { path, write }: Publishable,
    content: string,
  ): Promise<Pick<PageCopy, 'csp' | 'contentType' | 'bodies'>> {
    if (write) {
      const { contentType, body } = await write(JSON.parse(content), siteUrl)
      const bytes = typeof body === 'string' ? Buffer.from(body) : body
      return { csp: null, contentType, bodies: await compress(bytes, contentType, { quality: 'quick' }) }
    }
    const rendered = await render(path, JSON.parse(content))
    const bodies = await compress(rendered.html, html, { quality: 'quick' })
    return { csp: rendered.csp, contentType: html, bodies }
  }

  function show(page: Publishable, { csp, contentType, bodies, build: edition, content }: PageCopy): void {
    const { path, isListed, isOneOfMany } = page
    if (isListed && !store.has(path)) isListingChanged = true
    const source = { path, status: 200, contentType, caching: 'revalidate', csp, isListed, bodies } as const
    if (isOneOfMany) store.setCompact(source)
    else store.set(source)
    shown.set(path, edition === editionOf(page) ? digestOf(content) : null)
  }

  const copyOf = async (page: Publishable, content: string): Promise<PageCopy> => ({
    path: page.path,
    build: editionOf(page),
    content,
    ...(await bytesOf(page, content)),
  })

  async function renderAgain(page: Publishable, content: string): Promise<void> {
    const copy = await copyOf(page, content)
    // Published or retracted by now.
    if (store.get(page.path) || !store.has(page.path)) return
    show(page, copy)
    await copies.save(copy)
  }

  return {
    renderAgain,
    async publish(page, content) {
      if (shown.get(page.path) === digestOf(content)) return false
      const copy = await copyOf(page, content)
      show(page, copy)
      await copies.save(copy)
      return true
    },
    async bringBack(page, copy) {
      const digest = shown.get(page.path)
      if (copy === null || digest === undefined) return false
      if (digest !== null && digest !== digestOf(copy.content)) return false
      if (copy.build !== editionOf(page)) await renderAgain(page, copy.content)
      else if (!store.get(page.path)) show(page, copy)
      return true
    },
    retract({ path, isListed }) {
      if (!shown.has(path)) return false
      if (isListed) isListingChanged = true
      store.remove(path)
      shown.delete(path)
      copies.remove(path)
      return true
    },
    restore(page, copy) {
      show(page, copy)
      return copy.build === editionOf(page)
    },
    isShown: (path) => shown.has(path),
    takeListingChange() {
      const hasChanged = isListingChanged
      isListingChanged = false
      return hasChanged
    },
  }
}
