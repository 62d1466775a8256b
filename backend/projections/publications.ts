import { insert, type RowChange, type Table, updateWhere } from '../kernel/projector/projection.ts'

/**
 * Each publication of an item. One that is published again stands where its latest publication puts it; the rows of
 * earlier ones stay, so that the items after them keep their numbered pages.
 */
export const publicationsTable = (name: string): Table => ({
  columns: { place: 'bigint NOT NULL', item_id: 'integer NOT NULL', is_latest: 'boolean NOT NULL' },
  primaryKey: ['place', 'item_id'],
  indexes: { [`${name}_item`]: '(item_id)' },
})

const idsPerMillisecond = 2048

/** By time (ISO 8601); at the same millisecond, by id. Safe integers until 2109. */
export const placeOf = (id: number, at: string) => Date.parse(at) * idsPerMillisecond + (id % idsPerMillisecond)

/** The item is published at this time (ISO 8601). */
export const published = (table: string, id: number, at: string): RowChange[] => [
  updateWhere(table, { item_id: id }, { is_latest: false }),
  insert(table, { place: placeOf(id, at), item_id: id, is_latest: true }),
]
