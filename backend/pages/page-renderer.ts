import { pathToFileURL } from 'node:url'
import { policyOf } from './inline-policy.ts'

/** One page as Astro wrote it. `csp`: the directives that allow its inline scripts and styles. */
export type Rendered = { html: Buffer; csp: string }

export type RenderPage = (path: string, content: object) => Promise<Rendered>

type AstroApp = { render(request: Request, options: { locals: object }): Promise<Response> }

/**
 * Renders pages with the built Astro server (astro-entry.ts after `astro build`). It is loaded at the first render,
 * not at start: a start that finds its pages on disk renders nothing.
 * Throws when the page does not answer 200 with HTML.
 */
export function createPageRenderer({ entry, siteUrl }: { entry: string; siteUrl: string }): RenderPage {
  let loading: Promise<AstroApp> | undefined
  return async (path, content) => {
    loading ??= import(pathToFileURL(entry).href).then((built: { app: AstroApp }) => built.app)
    const app = await loading
    const response = await app.render(new Request(new URL(path, siteUrl)), { locals: { content } })
    const html = Buffer.from(await response.arrayBuffer())
    const type = response.headers.get('content-type') ?? ''
    if (response.status !== 200 || !type.startsWith('text/html') || html.byteLength === 0)
      throw new Error(
        `The page ${path} could not be rendered: status ${response.status}, ${type || 'no content type'}.`,
      )
    return { html, csp: policyOf(html.toString(), response.headers.get('content-security-policy') ?? '') }
  }
}
