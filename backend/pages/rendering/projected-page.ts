import type pg from 'pg'

/** Bytes that Astro does not render: a feed, a calendar, a picture. */
export type WrittenPage = { contentType: string; body: Buffer | string }

/** Makes the bytes of a page from its content. A method, because each takes only the content of its own page. */
type Writer = { write(content: object, siteUrl: string): WrittenPage | Promise<WrittenPage> }

/** A page that is rendered again when what it shows has changed, not when somebody looks at it. */
export type ProjectedPage = {
  path: string
  /** Tags of projections/page-tags.ts: the page is looked at again when one of their versions moves. */
  tags: readonly string[]
  /** What the page shows before anything was ever published; Astro finds it in `Astro.locals.content`. */
  empty: object
  /** The same from the read model. Never an e-mail address. */
  content(client: pg.ClientBase): Promise<object>
  /** Left out: Astro renders the page at `path`. */
  write?: Writer['write']
}

/**
 * One page for each item of a kind: they appear, change and disappear with their items, at a cost that does not grow
 * with their number. Item 7 of the family 'news' has the tag 'news:7' (`itemMoved` in projections/page-tags.ts).
 */
export type PageFamily = {
  /** Name of the list's tag. Several families may show the same items, such as the page and its picture. */
  tag: string
  path(id: number): string
  /** Belongs in the sitemap. */
  isListed: boolean
  /** By id, the content of those of these items that are public now; the others have no page. One query for all. */
  items(client: pg.ClientBase, ids: readonly number[]): Promise<Map<number, object>>
  /**
   * Several items share a page: the numbers of the pages that may have changed with these items. `path` and `items` go by
   * page then, and the pages before and after one that has changed are looked at too. Left out: each item has its own.
   */
  pagesOf?(client: pg.ClientBase, ids: readonly number[]): Promise<number[]>
  /** Left out: Astro renders the page at `path`. */
  write?: Writer['write']
  /** When this tag moves, any item may have changed: all are compared with their rows, a hundred a second. */
  sweepTag?: string
  /** Takes long to write: other pages do not wait for it. */
  isSlow?: boolean
}

/** What has bytes in the store: a page, or one of a family. */
export type Publishable = Pick<ProjectedPage, 'path' | 'write'> & { isListed: boolean }
