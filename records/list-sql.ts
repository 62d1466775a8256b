import { columnOf } from './columns.ts'
import type { ItemRecord } from './fields.ts'

const filled = (item: ItemRecord, name: string, prefix: string) => {
  const column = `${prefix}${columnOf(name)}`
  const field = item[name]
  if (field?.form === 'texts') return `coalesce(app.joined_texts(${column}), '')`
  if (field?.form === 'columns') return `coalesce(app.column_texts(${column}), '')`
  return field?.isNullable ? `coalesce(${column}, '')` : column
}

const joined = (item: ItemRecord, names: readonly string[], prefix: string) =>
  names.map((name) => filled(item, name, prefix)).join(` || ' ' || `)

const found = (item: ItemRecord) => Object.keys(item).filter((name) => item[name]?.isFound)

type NameIn<Item> = Extract<keyof Item, string>

/**
 * SQL of what a search of the list reads, and its index. An index serves the expression of a query that is the same but for
 * the table's name.
 */
export const searchedIn = (item: ItemRecord, table = 'item'): string => joined(item, found(item), `${table}.`)
export const searchIndex = (item: ItemRecord): string =>
  `USING gin (app.search_key(${joined(item, found(item), '')}) gin_trgm_ops)`

/** SQL of a list's order by these texts, and its index. */
const sorted = (words: string) => `app.sort_key(${words}) COLLATE "und-x-icu"`
export const sortOf = <Item extends ItemRecord>(item: Item, ...names: NameIn<Item>[]): string =>
  sorted(joined(item, names, 'item.'))
/** The same by the beginning of a long text, as the list shows it. */
const beginning = (item: ItemRecord, name: string, prefix: string) => `left(${joined(item, [name], prefix)}, 100)`
export const longSortOf = <Item extends ItemRecord>(item: Item, name: NameIn<Item>): string =>
  sorted(beginning(item, name, 'item.'))
export const longSortIndex = <Item extends ItemRecord>(item: Item, name: NameIn<Item>): string =>
  `(${sorted(beginning(item, name, ''))}, id)`
export const sortIndex = <Item extends ItemRecord>(item: Item, ...names: NameIn<Item>[]): string =>
  `(${sorted(joined(item, names, ''))}, id)`
