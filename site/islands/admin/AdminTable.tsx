import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { rowsShown } from '../../lib/labels.ts'
import { isPast } from '../../stores/admin/console.ts'
import type { List, Row } from '../../stores/lists/list-state.ts'
import { LoadMore } from '../ui/LoadMore.tsx'
import { LoadFailure, OutdatedNotice } from './LoadFailure.tsx'
import { ScrollTable } from './table/ScrollTable.tsx'
import { TableSkeleton } from './table/TableSkeleton.tsx'

type Props<Item extends Row, Query extends object> = {
  list: List<Item, Query>
  /** Used in ids: 'news'. */
  topic: string
  title: string
  /** Shown next to the title. */
  tools?: ReactNode
  /** A choice of rows; a past moment has it, too. */
  filter?: ReactNode
  /** Their labels. */
  columns: readonly string[]
  /** The loaded rows in the order in which they are shown. */
  order?: (items: Item[]) => Item[]
  isCompact?: boolean
  /** One `<tr>` of `Cell`s. */
  row: (item: Item) => ReactNode
  /** Shown when there are no rows. */
  none: string
  /** Dialogs of this table. */
  children?: ReactNode
}

/** A table of the console with its loading, empty and failed states; on a phone, each row is a card. */
export function AdminTable<Item extends Row, Query extends object>(props: Props<Item, Query>) {
  const {
    list,
    topic,
    title,
    tools,
    filter,
    columns,
    row,
    none,
    order = (items) => items,
    isCompact = false,
    children,
  } = props
  const state = useStore(list.$state)
  const isLoading = useStore(list.$isLoading)
  if (state.status === 'failed' || state.status === 'offline')
    return <LoadFailure state={state} onRetry={list.reload} />
  const items = state.status === 'loaded' ? state.items : []
  const rows = order(items)
  return (
    <section aria-labelledby={`${topic}-title`} aria-busy={isLoading}>
      <div className="table-head">
        <h2 id={`${topic}-title`}>{title}</h2>
        {filter}
        {!isPast && tools}
      </div>
      <OutdatedNotice state={state} onRetry={list.reload} />
      <ScrollTable
        label={`Table of ${title.toLowerCase()}`}
        columns={[...columns, 'Actions']}
        className={isCompact ? 'table-compact' : undefined}
        none={state.status === 'loaded' && rows.length === 0 && none}
      >
        {state.status === 'loading' ? <TableSkeleton cells={columns.length + 1} /> : <tbody>{rows.map(row)}</tbody>}
      </ScrollTable>
      <div className="table-foot">
        <p className="quiet small" role="status">
          {state.status === 'loaded' ? rowsShown(rows.length, items.length, state.hasMore) : 'Loading…'}
        </p>
        {state.status === 'loaded' && state.hasMore && <LoadMore onClick={list.loadMore} />}
      </div>
      {children}
    </section>
  )
}
