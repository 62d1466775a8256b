import type pg from 'pg'
import type { PostedForm } from '../../../records/http/posted-form.ts'
import { contentSecurityPolicy } from '../serving/content-security-policy.ts'
import type { PageCopies } from './page-copies.ts'
import type { RenderPage } from './page-renderer.ts'
import type { PageFamily, PageSet } from './projected-page.ts'
import { readItems, readPage } from './read-content.ts'

/**
 * Pages with a form that show nothing from the read model: rendered by Astro at build time, and again for a rejected
 * form.
 */
export const formPages = ['/volunteer'] as const

/**
 * A page with its form as submitted and its errors; null when the page does not exist. Its other content is read again;
 * while the database is down the last rendered content is used, or none, so that at least the input is not lost.
 */
export function createFormPage({
  pool,
  render,
  copies,
  pages,
  families,
}: PageSet & {
  pool: pg.Pool
  render: RenderPage
  copies: Pick<PageCopies, 'one'>
}) {
  async function contentOf(path: string): Promise<object | null> {
    if (formPages.some((page) => page === path)) return {}
    const page = pages.find((projected) => projected.path === path)
    if (page)
      return readPage(pool, page).then(
        (content) => JSON.parse(content),
        () => page.empty,
      )
    const id = Number(/\d+$/.exec(path)?.[0])
    const family = families.find((family) => !family.write && family.path(id) === path)
    return family ? itemOf(family, id) : null
  }

  async function itemOf(family: PageFamily, id: number): Promise<object | null> {
    const content = await readItems(pool, family, [id]).then(
      (items) => items.get(id),
      async () => (await copies.one(family.path(id)))?.content,
    )
    return content ? JSON.parse(content) : null
  }

  return async (path: string, posted: PostedForm): Promise<{ html: Buffer; csp: string } | null> => {
    const content = await contentOf(path)
    if (content === null) return null
    const { html, csp } = await render(path, { ...content, posted })
    return { html, csp: contentSecurityPolicy(csp) }
  }
}
