import type { IncomingMessage } from 'node:http'
import {
  checkedSource,
  cookieOf,
  firstSourceCookie,
  firstSourceDays,
  isUntracked,
  mayHaveSource,
  otherHost,
  sourceInQuery,
} from '../../../contract/sources.ts'
import { type Answer, answer, type ReadyPage } from './ready-page.ts'

/** The cookie that remembers where a visit began, as a header; null for most requests. */
export type FirstSource = (req: IncomingMessage, page: ReadyPage) => string | null

/**
 * Set where a browser opens the first page of a visit: from another site, from outside of the web, or by a link that says
 * where it stands. It holds nothing else, scripts cannot read it, and a browser that asks not to be tracked gets none.
 */
export function createFirstSource({ isHttps }: { isHttps: boolean }): FirstSource {
  const name = firstSourceCookie(isHttps)
  const attributes = `; Max-Age=${firstSourceDays * 24 * 3600}; Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`
  return ({ method, url = '', headers }, { path, status, contentType }) => {
    const { referer, host, cookie } = headers
    const site = headers['sec-fetch-site']
    const hasSource = mayHaveSource(url)
    if (!hasSource && (site === 'same-origin' || (site === undefined && referer === undefined))) return null
    if (method !== 'GET' || status !== 200 || !contentType.startsWith('text/html')) return null
    const referrer = otherHost(referer, host)
    if (!hasSource && site === undefined && referrer === null) return null
    const isOpened = (headers['sec-fetch-dest'] ?? 'document') === 'document' && headers['sec-purpose'] === undefined
    if (!isOpened || isUntracked(headers)) return null
    if (cookie?.split('; ').some((one) => one.startsWith(`${name}=`))) return null
    const query = new URLSearchParams(url.slice(path.length))
    const source = checkedSource({ ...sourceInQuery(query), referrer, landingPage: path })
    return `${name}=${cookieOf(source)}${attributes}`
  }
}

/** The answer with a cookie, which belongs to one browser: no cache may give it to another. */
export function withCookie({ status, headers, body }: Answer, cookie: string): Answer {
  const isCaching = (index: number) => headers[index - (index % 2)]?.toLowerCase() === 'cache-control'
  const own = headers.map((header, index) => (index % 2 === 1 && isCaching(index) ? privately(header) : header))
  return answer(status, [...own, 'Set-Cookie', cookie], body)
}

const privately = (caching: string) => (caching === 'no-store' ? caching : `private, ${caching}`)
