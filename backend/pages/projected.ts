import type { PublicEndorsement } from '../../contract/endorsements.ts'
import type { PublicPrayer } from '../../contract/prayers.ts'
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
    async content(client) {
      const { rows } = await client.query<PublicPrayer>(
        `SELECT id, prayer, first_name AS name, location, created_at AS "createdAt"
           FROM read.prayers WHERE is_approved AND NOT is_erased ORDER BY id DESC LIMIT 50`,
      )
      return { prayers: rows }
    },
  },
  {
    path: '/endorsements',
    tags: ['endorsements', 'erasures'],
    empty: { endorsements: [] },
    async content(client) {
      const { rows } = await client.query<PublicEndorsement>(
        `SELECT id, name, title, endorsement_text AS "endorsementText", created_at AS "createdAt"
           FROM read.endorsements WHERE is_approved AND is_public AND NOT is_erased ORDER BY id DESC LIMIT 50`,
      )
      return { endorsements: rows }
    },
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
