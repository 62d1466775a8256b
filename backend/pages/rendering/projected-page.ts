import type pg from 'pg'

/** Output that Astro does not render: a feed, a calendar, an image. */
export type WrittenPage = { contentType: string; body: Buffer | string }

/**
 * Creates the bytes of a page from its content. A method, because each writer accepts only the content of its own page.
 */
type Writer = { write(content: object, siteUrl: string): WrittenPage | Promise<WrittenPage> }

/** A page that is rendered when its content changes, not when it is requested. */
export type ProjectedPage = {
  path: string
  /** Families (projections/page-tags.ts): the page is checked again when an item of one changes. */
  tags: readonly string[]
  /** The content before the read model was asked; Astro reads it from `Astro.locals.content`. */
  empty: object
  /** The page of the build lacks only additions, so it can be served before the read model is there. */
  isWholeAsBuilt?: true
  /** The content from the read model. Never contains an email address. */
  content(client: pg.ClientBase): Promise<object>
  /** Omitted: Astro renders the page at `path`. */
  write?: Writer['write']
}

/**
 * One page for each item of a kind: they appear, change and disappear with their items, at a cost that does not grow
 * with their number.
 */
export type PageFamily = {
  /** Whose items they are. Several families may show the same items, such as the page and its image. */
  tag: string
  path(id: number): string
  /** Included in the sitemap. */
  isListed: boolean
  /** By id, the content of those items that are public; the others have no page. One query for all. */
  items(client: pg.ClientBase, ids: readonly number[]): Promise<Map<number, object>>
  /** Omitted: one page per item. */
  shared?: SharedPages
  /** Omitted: Astro renders the page at `path`. */
  write?: Writer['write']
  /** Slow to write; other pages do not wait for it. */
  isSlow?: boolean
}

/**
 * For items that share pages: `path` and `items` of the family then take page numbers, and the pages that link to a changed
 * one are checked too.
 */
export type SharedPages = {
  /** The numbers of the pages that these items may have changed. */
  pagesOf(client: pg.ClientBase, ids: readonly number[]): Promise<number[]>
  /** The highest number. */
  last(client: pg.ClientBase): Promise<number>
  /** The pages that link to one with this content (JSON). */
  linksOf(content: string): number[]
}

/** The pages of a topic, or of the whole site. */
export type PageSet = { pages: readonly ProjectedPage[]; families: readonly PageFamily[] }

export const joinPages = (sets: readonly PageSet[]): PageSet => ({
  pages: sets.flatMap(({ pages }) => pages),
  families: sets.flatMap(({ families }) => families),
})

/** An entry of the store: a page, or one of a family. */
export type Publishable = Pick<ProjectedPage, 'path' | 'write'> & { isListed: boolean; isOneOfMany: boolean }
