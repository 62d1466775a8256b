import type pg from 'pg'
import { firstPageStart, itemsOfPages, type NumberedList, olderPages, pagesOfItems } from '../read-model/older-pages.ts'
import type { PageFamily } from './rendering/projected-page.ts'

/** The content of the first page of a list: its items, and the number of the next older page. */
export async function firstPage<Item>(
  client: pg.ClientBase,
  list: NumberedList,
  itemsFrom: (client: pg.ClientBase, id: number) => Promise<Item[]>,
): Promise<{ items: Item[]; older: number | null }> {
  const older = await olderPages(client, list)
  return { items: await itemsFrom(client, await firstPageStart(client, list, older)), older: older.at(-1) ?? null }
}

/** Pages for the items that do not fit on the first page of a list; page 1 has the oldest. Empty ones do not exist. */
export function olderPageFamily<Item extends { id: number }>({
  list,
  itemsById,
  content,
  ...family
}: Pick<PageFamily, 'tag' | 'path' | 'sweepTag'> & {
  list: NumberedList
  /** Newest first. */
  itemsById: (client: pg.ClientBase, ids: readonly number[]) => Promise<Item[]>
  content: (items: Item[]) => object
}): PageFamily {
  return {
    ...family,
    isListed: true,
    async pagesOf(client, ids) {
      const { pages, last } = await pagesOfItems(client, list, ids)
      if (pages.length === 0) return []
      const existing = await olderPages(client, list)
      const beside = pages.flatMap((page) => [before(existing, page), after(existing, page)])
      // The newest page changes with every item that moves onto it; those after it may just have disappeared.
      const newest = existing.slice(-2)
      const gone = Array.from({ length: last - (newest.at(-1) ?? 0) }, (_, index) => last - index)
      return [...new Set([...pages, ...beside, ...newest, ...gone])].filter((page) => page !== null)
    },
    async items(client, pages) {
      const existing = await olderPages(client, list)
      const wanted = pages.filter((page) => existing.includes(page))
      if (wanted.length === 0) return new Map()
      const pageOf = await itemsOfPages(client, list, wanted)
      const byPage = Map.groupBy(await itemsById(client, [...pageOf.keys()]), ({ id }) => pageOf.get(id))
      const contentOf = (page: number) => ({
        ...content(byPage.get(page) ?? []),
        page,
        older: before(existing, page),
        newer: after(existing, page),
      })
      return new Map(wanted.map((page) => [page, contentOf(page)]))
    },
  }
}

const before = (pages: readonly number[], page: number) => pages.findLast((other) => other < page) ?? null
const after = (pages: readonly number[], page: number) => pages.find((other) => other > page) ?? null
