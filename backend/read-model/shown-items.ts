import type pg from 'pg'
import type { NumberedList } from './older-pages.ts'

/** Tables of items and of their publications (projections/publications.ts). */
type Published = { items: string; publications: string }

/** The list of the published items, by their latest publication. `isShown`: of an item. */
export const publishedList = ({ items, publications, isShown }: Published & { isShown: string }): NumberedList => ({
  table: publications,
  place: 'place',
  id: 'item_id',
  where: 'true',
  isShown: `is_latest AND EXISTS (SELECT FROM ${items} AS item WHERE item.id = item_id AND ${isShown})`,
})

/** FROM and WHERE of published items as `item`, with their `publication.place`. */
export const publishedRows = ({ items, publications }: Published) =>
  `FROM ${items} AS item JOIN ${publications} AS publication ON publication.item_id = item.id AND publication.is_latest`

/** Readers of the published items that pages show, the latest first. `select`: of `publishedRows`, ends with its conditions. */
export const shownItems = <Item>(select: string) => {
  const read = async (client: pg.ClientBase, condition: string, value: unknown) => {
    const { rows } = await client.query<Item & pg.QueryResultRow>(
      `${select} AND ${condition} ORDER BY publication.place DESC`,
      [value],
    )
    return rows
  }
  return {
    from: (client: pg.ClientBase, place: number): Promise<Item[]> => read(client, 'publication.place >= $1', place),
    byId: (client: pg.ClientBase, ids: readonly number[]): Promise<Item[]> => read(client, 'item.id = ANY ($1)', ids),
  }
}
