import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { createPages } from '../projected.ts'
import { formPages } from '../rendering/form-page.ts'
import { createPageRenderer, type Rendered } from '../rendering/page-renderer.ts'
import type { ProjectedPage } from '../rendering/projected-page.ts'
import { drawIcon, drawSitePicture } from './picture.ts'
import { precompress } from './precompress.ts'

/** Pixels: of Apple's home screens, and of the manifest. */
const iconSizes = [180, 192, 512]

/**
 * Runs alongside @astrojs/node with `staticHeaders`: takes the content security policy of each page as a header, and
 * finishes the build with empty projected pages, the pages with forms, and the social preview image, all compressed and
 * listed.
 */
export function readyBytes({
  projected = createPages().pages,
  forms = formPages,
}: {
  projected?: readonly ProjectedPage[]
  forms?: readonly string[]
} = {}): AstroIntegration {
  const policies = new Map<string, string>()
  let dist = ''
  let siteUrl = 'http://localhost:3000'
  return {
    name: 'ready-bytes',
    hooks: {
      'astro:config:done': ({ config }) => {
        dist = fileURLToPath(config.outDir)
        siteUrl = config.site ?? siteUrl
      },
      'astro:build:generated': ({ routeToHeaders }) => {
        for (const [pathname, { headers }] of routeToHeaders) {
          const csp = headers.get('content-security-policy')
          if (csp) policies.set(`/${pathname.replace(/^\/|\/$/g, '')}`, csp)
        }
      },
      'astro:build:done': async ({ logger }) => {
        const render = createPageRenderer({ entry: join(dist, 'server/entry.mjs'), siteUrl })
        const initial = new Map<string, Rendered>()
        for (const { path, empty, write } of projected) if (!write) initial.set(path, await render(path, empty))
        for (const path of forms) initial.set(path, await render(path, {}))
        await mkdir(join(dist, 'client/og'), { recursive: true })
        await writeFile(join(dist, 'client/og/site.png'), await drawSitePicture())
        await mkdir(join(dist, 'client/icons'), { recursive: true })
        for (const size of iconSizes) await writeFile(join(dist, `client/icons/${size}.png`), await drawIcon(size))
        const { pages } = await precompress(dist, {
          policies,
          initial,
          projected: new Set(projected.filter(({ isWholeAsBuilt }) => !isWholeAsBuilt).map(({ path }) => path)),
          siteUrl,
        })
        logger.info(`${pages.length} pages and files ready to be served.`)
      },
    },
  }
}
