import { campaign } from '../../contract/campaign.ts'
import { endorsementPages, endorsementsById, endorsementsFrom } from '../read-model/endorsements.ts'
import { createNumberedPages } from '../read-model/older-pages.ts'
import { prayerPages, prayersById, prayersFrom } from '../read-model/prayers.ts'
import { firstPage, olderPageFamily } from './older-pages.ts'
import { joinPages, type PageSet } from './rendering/projected-page.ts'

function prayers(): PageSet {
  const numbered = createNumberedPages(prayerPages)
  return {
    pages: [
      {
        path: '/prayers',
        tags: ['prayers', 'erasures'],
        empty: {},
        async content(client) {
          const { items, older } = await firstPage(client, numbered, prayersFrom)
          return { prayers: items, older }
        },
      },
    ],
    families: [
      olderPageFamily({
        tag: 'prayers',
        path: (page) => `/prayers/older/${page}`,
        sweepTag: 'erasures',
        numbered,
        itemsById: prayersById,
        content: (prayers) => ({ prayers }),
      }),
    ],
  }
}

function endorsements(): PageSet {
  const numbered = createNumberedPages(endorsementPages)
  return {
    pages: [
      {
        path: '/endorsements',
        tags: ['endorsements', 'erasures'],
        empty: {},
        async content(client) {
          const { items, older } = await firstPage(client, numbered, endorsementsFrom)
          return { endorsements: items, older }
        },
      },
    ],
    families: [
      olderPageFamily({
        tag: 'endorsements',
        path: (page) => `/endorsements/older/${page}`,
        sweepTag: 'erasures',
        numbered,
        itemsById: endorsementsById,
        content: (endorsements) => ({ endorsements }),
      }),
    ],
  }
}

export const supporterPages = (): PageSet => joinPages([...(campaign.hasPrayers ? [prayers()] : []), endorsements()])
