import { createHash } from 'node:crypto'
import { contentSecurityPolicy } from './content-security-policy.ts'

export type Encoding = 'identity' | 'gzip' | 'br'

/** The same bytes in three encodings; null where compression does not help. */
export type Bodies = { identity: Buffer; gzip: Buffer | null; br: Buffer | null }

/**
 * Time for which a browser may cache it.
 * `never`: pages in which scripts show what belongs to one person; `revalidate`: other pages, revalidated every time by
 * their ETag; `hour`: files with a fixed name; `immutable`: files with a hash in their name.
 */
export type Caching = 'never' | 'revalidate' | 'hour' | 'immutable'

const cacheControl: Record<Caching, string> = {
  never: 'no-store',
  revalidate: 'no-cache',
  hour: 'public, max-age=3600',
  immutable: 'public, max-age=31536000, immutable',
}

export type PageSource = {
  /** As in the URL: '/', '/about', '/_astro/index.Dk3.css'. */
  path: string
  status: number
  contentType: string
  caching: Caching
  /** The directives that allow the inline scripts and styles of this page; null for files. */
  csp: string | null
  /** Included in the sitemap. */
  isListed: boolean
  bodies: Bodies
  /** Omitted: computed from the bytes. */
  etag?: string
}

/**
 * One response, complete except for the date: `head` is the status line and headers as text, `headers` the same as a
 * flat list.
 */
export type Answer = { status: number; headers: string[]; head: string; body: Buffer }

export type ReadyPage = Omit<PageSource, 'bodies' | 'etag'> & {
  etag: string
  answers: Record<Encoding, Answer>
  notModified: Answer
}

const reasons: Record<number, string> = { 200: 'OK', 304: 'Not Modified', 308: 'Permanent Redirect', 404: 'Not Found' }

export function answer(status: number, headers: string[], body: Buffer): Answer {
  let head = `HTTP/1.1 ${status} ${reasons[status] ?? ''}\r\n`
  for (let i = 0; i < headers.length; i += 2) head += `${headers[i]}: ${headers[i + 1]}\r\n`
  return { status, headers, head, body }
}

/**
 * A page at an address with a secret in it, as in the links of emails: the address is neither cached nor sent to other
 * sites.
 */
export function secretAnswer({ status, headers, body }: Answer): Answer {
  const replaced = new Set(['cache-control', 'etag', 'referrer-policy'])
  const kept = headers.filter((_, index) => !replaced.has((headers[index - (index % 2)] ?? '').toLowerCase()))
  // Not 'no-referrer', because older browsers then do not say where a form comes from.
  return answer(status, [...kept, 'Cache-Control', 'no-store', 'Referrer-Policy', 'strict-origin'], body)
}

/** A weak ETag: it identifies the content, which is the same in every encoding (RFC 9110, 8.8.1). */
export const etagOf = (bytes: Buffer): string =>
  `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`

/** Computes every possible response for a page once; serving only picks one. */
export function readyPage(source: PageSource, securityHeaders: Record<string, string>): ReadyPage {
  const { bodies, ...about } = source
  const etag = source.etag ?? etagOf(bodies.identity)
  const tag = source.caching === 'never' ? [] : ['ETag', etag]
  const caching = ['Cache-Control', cacheControl[source.caching], ...tag, 'Vary', 'Accept-Encoding']
  const security = Object.entries(securityHeaders).flat()
  if (source.csp !== null) security.push('Content-Security-Policy', contentSecurityPolicy(source.csp))
  const encoded = (encoding: Encoding): Answer => {
    const compressed = encoding === 'identity' ? null : bodies[encoding]
    const body = compressed ?? bodies.identity
    const content = ['Content-Type', source.contentType, 'Content-Length', String(body.byteLength)]
    if (compressed) content.push('Content-Encoding', encoding)
    return answer(source.status, [...content, ...caching, ...security], body)
  }
  return {
    ...about,
    etag,
    answers: { identity: encoded('identity'), gzip: encoded('gzip'), br: encoded('br') },
    notModified: answer(304, caching, Buffer.alloc(0)),
  }
}
