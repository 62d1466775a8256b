import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { pathToFileURL } from 'node:url'
import inject from 'light-my-request'
import { policyOf } from '../build/inline-policy.ts'

/** One page as Astro wrote it. `csp`: the directives that allow its inline scripts and styles. */
export type Rendered = { html: Buffer; csp: string }

export type RenderPage = (path: string, content: object) => Promise<Rendered>

/** What @astrojs/node in middleware mode builds. */
type AstroServer = {
  handler(request: IncomingMessage, response: ServerResponse, next: undefined, locals: object): Promise<void>
}

/**
 * Renders pages with the built Astro server, asked as if by a request but without a socket. It is loaded at the first
 * render, not at start: a start that finds its pages on disk renders nothing.
 * Throws when the page does not answer 200 with HTML.
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

/** The adapter would also swallow every unhandled rejection of this process; a broken process should end instead. */
async function load(entry: string): Promise<AstroServer> {
  const before = new Set(process.listeners('unhandledRejection'))
  const server: AstroServer = await import(pathToFileURL(entry).href)
  for (const listener of process.listeners('unhandledRejection'))
    if (!before.has(listener)) process.removeListener('unhandledRejection', listener)
  return server
}
