import { campaign, campaignName } from '../../../contract/campaign.ts'
import type { WrittenPage } from '../rendering/projected-page.ts'
import { element, xml } from './xml.ts'

export type AtomEntry = {
  path: string
  title: string
  summary: string
  /** Omitted: no summary. */
  category?: string
  publishedAt: string
  updatedAt: string
}

type Feed = {
  title: string
  /** Paths of the feed and of the page with the same content. */
  path: string
  page: string
  entries: readonly AtomEntry[]
}

const never = '1970-01-01T00:00:00.000Z'

/** Atom (RFC 4287). Titles and summaries are text: readers show any markup in them literally. */
export function atomFeed({ title, path, page, entries }: Feed, siteUrl: string): WrittenPage {
  const address = (to: string) => new URL(to, siteUrl).href
  const [updated = never] = entries.map(({ updatedAt }) => updatedAt).toSorted((a, b) => b.localeCompare(a))
  const body = xml('feed', { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': 'en-US' }, [
    element('title', { type: 'text' }, title),
    element('subtitle', { type: 'text' }, campaign.slogan),
    element('id', {}, address(page)),
    element('link', { rel: 'self', type: 'application/atom+xml', href: address(path) }),
    element('link', { rel: 'alternate', type: 'text/html', href: address(page) }),
    element('updated', {}, updated),
    element('author', {}, element('name', {}, campaignName)),
    ...entries.map((entry) =>
      element(
        'entry',
        {},
        element('title', { type: 'text' }, entry.title),
        element('id', {}, address(entry.path)),
        element('link', { rel: 'alternate', type: 'text/html', href: address(entry.path) }),
        element('published', {}, entry.publishedAt),
        element('updated', {}, entry.updatedAt),
        ...(entry.category ? [element('category', { term: entry.category })] : []),
        element('summary', { type: 'text' }, entry.summary),
      ),
    ),
  ])
  return { contentType: 'application/atom+xml; charset=utf-8', body }
}
