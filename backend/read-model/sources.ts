import type { Knex } from 'knex'
import type { ListSource } from '../../contract/list-sources.ts'
import { nameStep } from '../../records/origins.ts'
import type { Condition } from './search.ts'

/** The sort and the filter of a list by where the act of each row came from; the filter is `isFrom` in SQL. */
export const bySource = 'item.source_name'
export const fromSource = (name: string): Condition => ({
  sql: '(item.source_name = ? OR starts_with(item.source_name, ?))',
  values: [name, name + nameStep],
})

/** Links may claim any number of sources. */
const maxSources = 500

/** A list whose counts know the source. */
export type SourcedList = {
  counts?: { table: string }
  unfiltered?: { readonly [filter: string]: Condition | undefined }
}

/** The sources of all rows that the list shows without a filter, from its counts; the most frequent first. */
export function sourcesOf(knex: Knex, { counts, unfiltered = {} }: SourcedList): Promise<ListSource[]> {
  if (!counts) throw new Error('A list without counts does not know its sources.')
  const rows = knex({ item: counts.table })
  for (const condition of Object.values(unfiltered)) if (condition) rows.whereRaw(condition.sql)
  return rows
    .groupBy('item.source_name')
    .havingRaw('sum(item.row_count) > 0')
    .orderByRaw('2 DESC, 1')
    .limit(maxSources)
    .select<ListSource[]>({ name: 'item.source_name' }, knex.raw('sum(item.row_count)::integer AS count'))
}
