import { latestCampaignEvents } from '../read-model/campaign-event-pages.ts'
import { newestCards } from '../read-model/news.ts'
import { maxShown, validUntil } from './campaign-events.ts'
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
        const events = await latestCampaignEvents(client, { now, limit: maxShown })
        const next = events.filter(({ status }) => status === 'upcoming' || status === 'ongoing').slice(-1)
        const articles = await newestCards(client, newsShown)
        return { events: next, articles, validUntil: validUntil(next, now) }
      },
    },
  ],
  families: [],
}
