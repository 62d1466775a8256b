import { campaignEventPages } from './campaign-events.ts'
import { forumPages } from './forum.ts'
import { newsPages } from './news.ts'
import { joinPages, type PageSet } from './rendering/projected-page.ts'
import { supporterPages } from './supporters.ts'

/** Every projected page, for one database: they remember where their lists are divided. */
export const createPages = (): PageSet => joinPages([supporterPages(), newsPages(), campaignEventPages, forumPages()])
