import type { Recorded } from '../kernel/eventlog/metadata.ts'
import { increment, type Projection, type RowChange, update } from '../kernel/projector/projection.ts'
import { type DomainEvent, eventFacts } from '../topics/index.ts'

const changed = (tag: string) => [increment('page_tags', { tag }, { version: 1 })]

/**
 * One item of a family has changed, and with it the list: both 'news:7' and 'news' are incremented, so that the count
 * of a list is always the sum of its items. `moved_at` shows readers where to look first
 * (docs/decisions/0011-page-families.md).
 */
export const itemChanged = (family: string, id: number, at: string): RowChange[] => {
  const tag = `${family}:${id}`
  return [...changed(family), ...changed(tag), update('page_tags', { tag }, { family, item_id: id, moved_at: at })]
}

function changedBy(event: Recorded<DomainEvent>): RowChange[] {
  const pages = eventFacts.get(event.type)?.pages
  if (pages === undefined) return []
  if (pages === 'erasures') return changed(pages)
  const id = new Map<string, unknown>(Object.entries(event.data)).get(pages.idField)
  return typeof id === 'number' ? itemChanged(pages.family, id, event.metadata.at) : []
}

/** Table `page_tags`: how often the public content under a tag has changed; projected pages watch it. */
export const pageTagsProjection: Projection<DomainEvent> = {
  name: 'page-tags',
  version: 4,
  tables: {
    page_tags: {
      columns: {
        tag: 'text NOT NULL',
        version: 'bigint NOT NULL',
        /** Tag of the list; set only on the tags of items. */
        family: 'text',
        item_id: 'integer',
        moved_at: 'timestamptz',
      },
      primaryKey: ['tag'],
      indexes: {
        page_tags_lists: '(tag) WHERE family IS NULL',
        page_tags_moved: '(family, moved_at DESC) WHERE family IS NOT NULL',
      },
    },
  },
  on: {},
  onEvery: changedBy,
}
