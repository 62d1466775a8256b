import { nextCampaignEvent } from '../read-model/campaign-event-pages.ts'
import { newestCards } from '../read-model/news.ts'
import { validUntil } from './campaign-events.ts'
import type { PageSet } from './rendering/projected-page.ts'

const newsShown = 3

/** The home page, with the next event and the latest news below what was built. */
export const homePages: PageSet = {
  pages: [
    {
      path: '/',
      tags: ['campaign-events', 'news'],
      empty: {},
      isWholeAsBuilt: true,
      async content(client) {
        const now = new Date()
        const next = await nextCampaignEvent(client, now)
        const events = next ? [next] : []
        const articles = await newestCards(client, newsShown)
        return { events, articles, validUntil: validUntil(events, now) }
      },
    },
  ],
  families: [],
}
