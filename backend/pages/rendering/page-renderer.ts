import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { pathToFileURL } from 'node:url'
import inject from 'light-my-request'
import { policyOf } from '../build/inline-policy.ts'

/** One page as rendered by Astro. `csp`: the directives that allow its inline scripts and styles. */
export type Rendered = { html: Buffer; csp: string }

export type RenderPage = (path: string, content: object) => Promise<Rendered>

/** The server built by @astrojs/node in middleware mode. */
type AstroServer = {
  handler(request: IncomingMessage, response: ServerResponse, next: undefined, locals: object): Promise<void>
}

/**
 * Renders pages with the built Astro server, through an injected request without a socket. The server is loaded at the
 * first render, not at startup: a start with all pages on disk renders nothing.
 * Throws unless the page responds with 200 and HTML.
 */
export function createPageRenderer({ entry, siteUrl }: { entry: string; siteUrl: string }): RenderPage {
  let loading: Promise<AstroServer> | undefined
  const { host } = new URL(siteUrl)
  return async (path, content) => {
    loading ??= load(entry)
    const { handler } = await loading
    const ask: RequestListener = (request, answer) => void handler(request, answer, undefined, { content })
    const response = await inject(ask, { method: 'GET', url: path, headers: { host } })
    const html = response.rawPayload
    const type = String(response.headers['content-type'] ?? '')
    if (response.statusCode !== 200 || !type.startsWith('text/html') || html.byteLength === 0)
      throw new Error(
        `The page ${path} could not be rendered: status ${response.statusCode}, ${type || 'no content type'}.`,
      )
    return { html, csp: policyOf(html.toString(), String(response.headers['content-security-policy'] ?? '')) }
  }
}

/** The adapter would swallow every unhandled rejection in this process; a broken process should end instead. */
async function load(entry: string): Promise<AstroServer> {
  const before = new Set(process.listeners('unhandledRejection'))
  const server: AstroServer = await import(pathToFileURL(entry).href)
  for (const listener of process.listeners('unhandledRejection'))
    if (!before.has(listener)) process.removeListener('unhandledRejection', listener)
  return server
}
