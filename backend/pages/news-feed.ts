import { campaignName } from '../../contract/campaign.ts'
import type { FeedEntry } from '../read-model/news.ts'
import { atomFeed } from './formats/atom.ts'
import type { WrittenPage } from './rendering/projected-page.ts'

export const newsFeed = (entries: readonly FeedEntry[], siteUrl: string): WrittenPage =>
  atomFeed(
    {
      title: `News from ${campaignName}`,
      path: '/news/feed.xml',
      page: '/news',
      entries: entries.map(({ id, excerpt, ...entry }) => ({
        ...entry,
        path: `/news/${id}`,
        summary: excerpt || entry.title,
      })),
    },
    siteUrl,
  )
