import { newestEndorsements } from '../read-model/endorsements.ts'
import { newestPrayers } from '../read-model/prayers.ts'
import { campaignEventFamilies, campaignEventPages } from './campaign-events.ts'
import { forumFamilies, forumPages } from './forum.ts'
import { newsFamily, newsPages, newsPictures } from './news.ts'
import type { PageFamily, ProjectedPage } from './rendering/projected-page.ts'

/** Pages with a fixed path. */
export const projectedPages: readonly ProjectedPage[] = [
  {
    path: '/prayers',
    tags: ['prayers', 'erasures'],
    empty: { prayers: [] },
    content: async (client) => ({ prayers: await newestPrayers(client) }),
  },
  {
    path: '/endorsements',
    tags: ['endorsements', 'erasures'],
    empty: { endorsements: [] },
    content: async (client) => ({ endorsements: await newestEndorsements(client) }),
  },
  ...newsPages,
  ...campaignEventPages,
  ...forumPages,
]

/** Pages that appear and disappear with their items. */
export const pageFamilies: readonly PageFamily[] = [
  newsFamily,
  newsPictures,
  ...campaignEventFamilies,
  ...forumFamilies,
]
