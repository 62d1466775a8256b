/**
 * Where a visit came from: a host name, and an address that may be linked. Browsers of visitors send it, so anything
 * may stand there: only web addresses become links.
 */
export function sourceOf(sourceUrl: string | null): { host: string; href: string } | null {
  if (sourceUrl === null) return null
  const url = URL.parse(sourceUrl)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  return { host: url.hostname, href: url.href }
}
