import { campaignEventFamilies, campaignEventPages } from './campaign-events.ts'
import { forumFamilies, forumPages } from './forum.ts'
import { newsFamilies, newsPages } from './news.ts'
import type { PageFamily, ProjectedPage } from './rendering/projected-page.ts'
import { supporterFamilies, supporterPages } from './supporters.ts'

/** Pages with a fixed path. */
export const projectedPages: readonly ProjectedPage[] = [
  ...supporterPages,
  ...newsPages,
  ...campaignEventPages,
  ...forumPages,
]

/** Pages that appear and disappear with their items. */
export const pageFamilies: readonly PageFamily[] = [
  ...newsFamilies,
  ...campaignEventFamilies,
  ...forumFamilies,
  ...supporterFamilies,
]
