import { campaignEventPages } from './campaign-events.ts'
import { forumPages } from './forum.ts'
import { homePages } from './home.ts'
import { newsPages } from './news.ts'
import { pledgePages } from './pledge.ts'
import { joinPages, type PageSet } from './rendering/projected-page.ts'
import { supporterPages } from './supporters.ts'

/** Every projected page, for one database: they remember where their lists are divided. */
export const createPages = (): PageSet =>
  joinPages([homePages, pledgePages, supporterPages(), newsPages(), campaignEventPages, forumPages()])
