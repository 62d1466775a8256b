/// <reference types="astro/client" />

/** The photograph of the campaign's folder (backend/config/campaign-integration.ts). */
declare module '#portrait' {
  const photograph: import('astro').ImageMetadata | null
  export default photograph
}

declare namespace Astro {
  interface ClientDirectives {
    /** An island that starts when the visitor first touches it (islands/touch-directive.ts). */
    'client:touch'?: boolean
  }
}

declare namespace App {
  /** Earlier versions of an edited post, oldest first. */
  type EarlierWords = { earlier: import('../contract/forum-threads.ts').ForumEdit[] }

  interface Locals {
    /** Rows of the read model for pages that are re-rendered when they change; absent in `astro dev`. */
    content?: {
      /** A form on this page that was sent without JavaScript and rejected. */
      posted?: import('../records/http/posted-form.ts').PostedForm
      prayers?: import('../contract/prayers.ts').PublicPrayer[]
      /** Cards of the news page. */
      articles?: import('../contract/news.ts').NewsCard[]
      article?: import('../contract/news.ts').NewsArticle
      endorsements?: import('../contract/endorsements.ts').PublicEndorsement[]
      events?: Omit<import('../contract/campaign-events.ts').PublicCampaignEvent, 'seatsLeft'>[]
      categories?: import('../contract/forum-categories.ts').ForumCategory[]
      /** Of the categories that have threads. */
      activity?: { categoryId: number; threads: number; newestAt: string }[]
      category?: import('../contract/forum-categories.ts').ForumCategory
      threads?: Omit<import('../contract/forum-threads.ts').ForumThread, 'moderationStatus'>[]
      /** The page number among the older items of a list, and its neighbors; `newer` null: the first page is next. */
      page?: number
      older?: number | null
      newer?: number | null
      thread?: Omit<import('../contract/forum-threads.ts').ForumThread, 'moderationStatus'> & EarlierWords
      replies?: (Omit<import('../contract/forum-threads.ts').ForumPost, 'moderationStatus' | 'threadId'> &
        EarlierWords)[]
      /** The tense of the pledge. */
      pledge?: import('./lib/pledge.ts').PledgePhase
      /** Why the owner of a link in a mail got it; null: the link is not complete. */
      why?: (import('../contract/mail-consents.ts').WhyMailed & { token: string }) | null
      event?: Omit<import('../contract/campaign-events.ts').PublicCampaignEvent, 'seatsLeft'>
    }
  }
}

interface Window {
  /** Hook of the page-variation measurement; present once the page reports metrics. */
  captureMetrics?: (done: { donated?: boolean; volunteered?: boolean }) => void
}

interface Document {
  /** In browsers that draw pages before people open them. */
  readonly prerendering?: boolean
}
