import type { Recorded } from '../kernel/eventlog/metadata.ts'
import { type AnyProjection, increment, type RowChange, type Table, update } from '../kernel/projector/projection.ts'
import { eventFacts, pageFamilies } from '../topics/index.ts'
import { pageTagsTable, wholeFamily } from '../topics/page-tags.ts'
import type { AnyEventFacts } from '../topics/topic.ts'

const columns: Table['columns'] = {
  item_id: 'integer NOT NULL',
  version: 'bigint NOT NULL DEFAULT 0',
  /** Counted for the whole family. */
  erasures: 'bigint NOT NULL DEFAULT 0',
  moved_at: 'timestamptz',
}

/**
 * Adds a table to a projection whose items have pages: how often each item has changed, counted in the transaction that
 * changes its row. `version` of the whole family is the sum, and `moved_at` shows readers where to look first
 * (docs/decisions/0011-page-families.md).
 */
export function withPageTags(projection: AnyProjection): AnyProjection {
  const { name, tables, on } = projection
  if (!pageFamilies.includes(name)) return projection
  const table = pageTagsTable(name)
  const tags: Table = {
    columns,
    primaryKey: ['item_id'],
    indexes: { [`${table}_moved`]: `(moved_at DESC) WHERE item_id <> ${wholeFamily}` },
  }
  const tagged = Object.entries(on).map(([type, project]): [string, typeof project] => {
    const pages = eventFacts.get(type)?.pages
    if (!project || !pages) return [type, project]
    return [type, (event) => [...project(event), ...countedIn(table, pages, event)]]
  })
  return { ...projection, tables: { ...tables, [table]: tags }, on: Object.fromEntries(tagged) }
}

function countedIn(table: string, pages: NonNullable<AnyEventFacts['pages']>, event: Recorded): RowChange[] {
  if (pages === 'erasures') return [increment(table, { item_id: wholeFamily }, { erasures: 1 })]
  const id = new Map<string, unknown>(Object.entries(Object(event.data))).get(pages.idField)
  if (typeof id !== 'number') return []
  return [
    ...[wholeFamily, id].map((item_id) => increment(table, { item_id }, { version: 1 })),
    update(table, { item_id: id }, { moved_at: event.metadata.at }),
  ]
}
