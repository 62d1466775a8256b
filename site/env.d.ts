/// <reference types="astro/client" />

declare namespace App {
  /** What an edited text said before, oldest first. */
  type EarlierWords = { earlier: import('../contract/forum-threads.ts').ForumEdit[] }

  interface Locals {
    /** Rows of the read model for pages that are rendered again whenever they change; absent in `astro dev`. */
    content?: {
      /** The form of this page as it was sent without JavaScript, when it was refused. */
      posted?: import('../contract/posted-form.ts').PostedForm
      prayers?: import('../contract/prayers.ts').PublicPrayer[]
      /** Cards of the news page. */
      articles?: import('../contract/news.ts').NewsCard[]
      article?: import('../contract/news.ts').NewsArticle
      endorsements?: import('../contract/endorsements.ts').PublicEndorsement[]
      events?: Omit<import('../contract/campaign-events.ts').PublicCampaignEvent, 'seatsLeft'>[]
      categories?: import('../contract/forum-categories.ts').ForumCategory[]
      category?: import('../contract/forum-categories.ts').ForumCategory
      threads?: Omit<import('../contract/forum-threads.ts').ForumThread, 'moderationStatus'>[]
      /** Of a category's older threads, and those before and after it; `newer` null: the first page. */
      page?: number
      older?: number | null
      newer?: number | null
      thread?: Omit<import('../contract/forum-threads.ts').ForumThread, 'moderationStatus'> & EarlierWords
      replies?: (Omit<import('../contract/forum-threads.ts').ForumPost, 'moderationStatus' | 'threadId'> &
        EarlierWords)[]
      event?: Omit<import('../contract/campaign-events.ts').PublicCampaignEvent, 'seatsLeft'>
    }
  }
}

interface Window {
  /** Hook of the page-variation measurement; present once the page reports metrics. */
  captureMetrics?: (done: { donated?: boolean; volunteered?: boolean }) => void
}
