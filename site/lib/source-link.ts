import { parsedUrl } from '../../contract/parsed-url.ts'

/**
 * The source of a visit: a host name, and an address that may be linked. Visitors’ browsers send it, so it may be any
 * text: only web addresses become links.
 */
export function sourceOf(sourceUrl: string | null): { host: string; href: string } | null {
  if (sourceUrl === null) return null
  const url = parsedUrl(sourceUrl)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  return { host: url.hostname, href: url.href }
}
