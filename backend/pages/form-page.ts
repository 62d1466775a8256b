import type pg from 'pg'
import type { PostedForm } from '../../contract/posted-form.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import type { RenderPage } from './page-renderer.ts'
import { projectedPages } from './projected.ts'
import { readPage } from './read-content.ts'

/** Pages with a form that show nothing of the read model: Astro renders them at the build, and again for a refused form. */
export const formPages = ['/', '/volunteer'] as const

/**
 * A page with its form as it was sent and what is wrong with it. What else it shows is read anew; while the database is
 * away it is left out, so that at least what was typed comes back.
 */
export function createFormPage({ pool, render }: { pool: pg.Pool; render: RenderPage }) {
  async function contentOf(path: string): Promise<object> {
    const page = projectedPages.find((projected) => projected.path === path)
    if (!page) return {}
    try {
      return JSON.parse((await readPage(pool, page)).content)
    } catch {
      return page.empty
    }
  }

  return async (path: string, posted: PostedForm): Promise<{ html: Buffer; csp: string }> => {
    const { html, csp } = await render(path, { ...(await contentOf(path)), posted })
    return { html, csp: contentSecurityPolicy(csp) }
  }
}
