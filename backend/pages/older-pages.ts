import type pg from 'pg'
import type { NumberedPage, NumberedPages } from '../read-model/older-pages.ts'
import type { PageFamily } from './rendering/projected-page.ts'

/** The items of a list from this place on, and those of these ids; newest first. */
export type ItemsFrom<Item> = (client: pg.ClientBase, place: number) => Promise<Item[]>
export type ItemsById<Item> = (client: pg.ClientBase, ids: readonly number[]) => Promise<Item[]>

/** The content of the first page of a list: its items, and the number of the next older page. */
export async function firstPage<Item>(
  client: pg.ClientBase,
  numbered: NumberedPages,
  itemsFrom: ItemsFrom<Item>,
): Promise<{ items: Item[]; older: number | null }> {
  const { from, older } = await numbered.first(client)
  return { items: await itemsFrom(client, from), older }
}

/** Pages for the items that do not fit on the first page of a list; page 1 has the oldest. Empty ones do not exist. */
export function olderPageFamily<Item extends { id: number }>({
  numbered,
  itemsById,
  content,
  ...family
}: Pick<PageFamily, 'tag' | 'path'> & {
  numbered: NumberedPages
  itemsById: ItemsById<Item>
  content: (items: Item[]) => object
}): PageFamily {
  return {
    ...family,
    isListed: true,
    shared: { pagesOf: numbered.around, last: numbered.last, linksOf },
    async items(client, pages) {
      const shown = await numbered.shown(client, pages)
      const ids = [...shown.values()].flatMap((page) => page.ids)
      const byId = new Map((ids.length > 0 ? await itemsById(client, ids) : []).map((item) => [item.id, item]))
      const contentOf = (ids: readonly number[]) =>
        content(ids.map((id) => byId.get(id)).filter((item) => item !== undefined))
      return new Map(
        [...shown].map(([page, { ids, older, newer }]) => [page, { ...contentOf(ids), page, older, newer }]),
      )
    },
  }
}

function linksOf(content: string): number[] {
  const { older, newer }: Pick<NumberedPage, 'older' | 'newer'> = JSON.parse(content)
  return [older, newer].filter((page) => page !== null)
}
