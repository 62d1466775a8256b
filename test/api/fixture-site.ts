import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Builds test/support/fixture-site with Astro, like `npm run build` does for the real site, and returns its dist
 * folder.
 */
export async function buildFixtureSite(whenDone: (cleanUp: () => Promise<void>) => unknown): Promise<string> {
  // Inside the repository, so that the built server finds its packages.
  const dist = here(`../../node_modules/.cache/fixture-site-${randomUUID()}`)
  whenDone(() => rm(dist, { recursive: true, force: true }))
  const astro = here('../../node_modules/astro/bin/astro.mjs')
  await promisify(execFile)(process.execPath, [astro, 'build', '--root', here('fixture-site'), '--outDir', dist], {
    env: { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
  })
  return dist
}
