import { campaign } from '../../contract/campaign.ts'
import { endorsementPages, endorsementsById, endorsementsFrom } from '../read-model/endorsements.ts'
import { createNumberedPages, type NumberedList } from '../read-model/older-pages.ts'
import { prayerPages, prayersById, prayersFrom } from '../read-model/prayers.ts'
import { firstPage, type ItemsById, type ItemsFrom, olderPageFamily } from './older-pages.ts'
import { joinPages, type PageSet } from './rendering/projected-page.ts'

type Reads<Item> = { list: NumberedList; itemsFrom: ItemsFrom<Item>; itemsById: ItemsById<Item> }

/** The page of what supporters sent in, and those of its older items. */
function pagesOf<Item extends { id: number }>(
  topic: 'prayers' | 'endorsements',
  { list, itemsFrom, itemsById }: Reads<Item>,
): PageSet {
  const numbered = createNumberedPages(list)
  return {
    pages: [
      {
        path: `/${topic}`,
        tags: [topic],
        empty: {},
        async content(client) {
          const { items, older } = await firstPage(client, numbered, itemsFrom)
          return { [topic]: items, older }
        },
      },
    ],
    families: [
      olderPageFamily({
        tag: topic,
        path: (page) => `/${topic}/older/${page}`,
        numbered,
        itemsById,
        content: (items) => ({ [topic]: items }),
      }),
    ],
  }
}

export function supporterPages(): PageSet {
  const prayers = { list: prayerPages, itemsFrom: prayersFrom, itemsById: prayersById }
  const endorsements = { list: endorsementPages, itemsFrom: endorsementsFrom, itemsById: endorsementsById }
  return joinPages([
    ...(campaign.hasPrayers ? [pagesOf('prayers', prayers)] : []),
    pagesOf('endorsements', endorsements),
  ])
}
