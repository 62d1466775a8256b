import { campaign } from '../../contract/campaign.ts'
import { endorsementPages, endorsementsById, endorsementsFrom } from '../read-model/endorsements.ts'
import { prayerPages, prayersById, prayersFrom } from '../read-model/prayers.ts'
import { firstPage, olderPageFamily } from './older-pages.ts'
import type { PageFamily, ProjectedPage } from './rendering/projected-page.ts'

const prayerPage: ProjectedPage = {
  path: '/prayers',
  tags: ['prayers', 'erasures'],
  empty: { prayers: [], older: null },
  async content(client) {
    const { items, older } = await firstPage(client, prayerPages, prayersFrom)
    return { prayers: items, older }
  },
}

export const supporterPages: readonly ProjectedPage[] = [
  ...(campaign.hasPrayers ? [prayerPage] : []),
  {
    path: '/endorsements',
    tags: ['endorsements', 'erasures'],
    empty: { endorsements: [], older: null },
    async content(client) {
      const { items, older } = await firstPage(client, endorsementPages, endorsementsFrom)
      return { endorsements: items, older }
    },
  },
]

const olderPrayers = olderPageFamily({
  tag: 'prayers',
  path: (page) => `/prayers/older/${page}`,
  sweepTag: 'erasures',
  list: prayerPages,
  itemsById: prayersById,
  content: (prayers) => ({ prayers }),
})

export const supporterFamilies: readonly PageFamily[] = [
  ...(campaign.hasPrayers ? [olderPrayers] : []),
  olderPageFamily({
    tag: 'endorsements',
    path: (page) => `/endorsements/older/${page}`,
    sweepTag: 'erasures',
    list: endorsementPages,
    itemsById: endorsementsById,
    content: (endorsements) => ({ endorsements }),
  }),
]
