import { campaign, campaignName } from '../../contract/campaign.ts'
import type { WrittenPage } from './projected-page.ts'
import { element, xml } from './xml.ts'

export type FeedEntry = {
  id: number
  title: string
  excerpt: string
  category: string
  publishedAt: string
  updatedAt: string
}

const never = '1970-01-01T00:00:00.000Z'

/** Atom (RFC 4287). Titles and summaries are text: a reader shows markup in them as it was typed. */
export function newsFeed(entries: readonly FeedEntry[], siteUrl: string): WrittenPage {
  const address = (path: string) => new URL(path, siteUrl).href
  const [updated = never] = entries.map(({ updatedAt }) => updatedAt).toSorted((a, b) => b.localeCompare(a))
  const body = xml('feed', { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': 'en-US' }, [
    element('title', { type: 'text' }, `News from ${campaignName}`),
    element('subtitle', { type: 'text' }, campaign.slogan),
    element('id', {}, address('/news')),
    element('link', { rel: 'self', type: 'application/atom+xml', href: address('/news/feed.xml') }),
    element('link', { rel: 'alternate', type: 'text/html', href: address('/news') }),
    element('updated', {}, updated),
    element('author', {}, element('name', {}, campaignName)),
    ...entries.map(({ id, title, excerpt, category, publishedAt, updatedAt }) =>
      element(
        'entry',
        {},
        element('title', { type: 'text' }, title),
        element('id', {}, address(`/news/${id}`)),
        element('link', { rel: 'alternate', type: 'text/html', href: address(`/news/${id}`) }),
        element('published', {}, publishedAt),
        element('updated', {}, updatedAt),
        ...(category ? [element('category', { term: category })] : []),
        element('summary', { type: 'text' }, excerpt || title),
      ),
    ),
  ])
  return { contentType: 'application/atom+xml; charset=utf-8', body }
}
