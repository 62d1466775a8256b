import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { readBodies, readSite } from '../../backend/pages/serving/built-pages.ts'

const dist = join(import.meta.dirname, '..', '..', 'dist')

/** Serves a page as it was built: the server has not put rows into it yet, so its island loads them. */
export async function serveBuilt(page: Page, path: string): Promise<void> {
  const built = readSite(dist).pages.find((one) => one.path === path)
  if (!built) throw new Error(`${path} is not in the build.`)
  const { contentType, files } = built
  await page.route(
    ({ pathname }) => pathname === path,
    (route) =>
      route.request().isNavigationRequest()
        ? route.fulfill({ contentType, body: readBodies(dist, files).identity })
        : route.fallback(),
  )
}
