/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** Rows of the read model for pages that are rendered again whenever they change; absent in `astro dev`. */
    content?: {
      prayers?: import('../contract/prayers.ts').PublicPrayer[]
      endorsements?: import('../contract/endorsements.ts').PublicEndorsement[]
    }
  }
}

interface Window {
  /** Hook of the page-variation measurement; present once the page reports metrics. */
  captureMetrics?: (done: { donated?: boolean; volunteered?: boolean }) => void
}
