import { useStore } from '@nanostores/react'
import { type ReactNode, useRef } from 'react'
import { type AdminList, pageSize } from '../../../stores/admin/admin-list.ts'
import type { ColumnChoice } from '../../../stores/admin/columns.ts'
import { isPast } from '../../../stores/admin/console.ts'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { useAfterPaint } from '../../ui/use-after-paint.ts'
import { LoadFailure, OutdatedNotice } from '../LoadFailure.tsx'
import { BulkBar } from './BulkBar.tsx'
import type { Column, Filter } from './columns.ts'
import { Pages } from './Pages.tsx'
import { TableHead } from './TableHead.tsx'
import { TableRows } from './TableRows.tsx'
import { TableSkeleton } from './TableSkeleton.tsx'
import { Toolbar } from './Toolbar.tsx'
import { useDataTable } from './use-data-table.ts'

type Item = { id: number }

export type DataTableProps<Row extends Item> = {
  list: AdminList<Row>
  choice: ColumnChoice
  title: string
  /** 'prayers', as in 'Showing 50 of 1,234 prayers'. */
  noun: string
  columns: readonly Column<Row>[]
  filters?: readonly Filter[]
  /** False where the list has no search. */
  isSearchable?: boolean
  /** Shown when there are no rows at all. */
  none: string
  /** Names a row for the buttons in it: 'prayer of Ruth'. */
  nameOf: (item: Row) => string
  /** Icon buttons at the end of a row. */
  actions?: (item: Row) => ReactNode
  /** The most buttons that a row has. */
  buttons?: number
  /** Buttons for the selected rows; with them, rows can be selected. */
  bulk?: ReactNode
  /** More of an opened row than its columns. */
  details?: (item: Row) => ReactNode
  /** Buttons next to the title. */
  tools?: ReactNode
  /** A sentence below the title. */
  note?: ReactNode
  /** Dialogs of this table. */
  children?: ReactNode
}

/**
 * A table of the console with search, sort, filters, pages, selection and all its states; on a phone, rows are cards.
 */
export function DataTable<Row extends Item>(props: DataTableProps<Row>) {
  const { list, choice, title, noun, isSearchable = true } = props
  const { none, nameOf, actions, details, buttons = 0, note, children } = props
  const { bulk, tools } = isPast ? {} : props
  const state = useStore(list.$state)
  const sources = useStore(list.$sources)
  const filters = [
    ...(props.filters ?? []),
    ...(sources ? [{ name: 'source', label: 'Source', options: sources }] : []),
  ]
  const query = useStore(list.$query)
  const isLoading = useStore(list.$isLoading)
  const table = useDataTable(list, choice, props.columns)
  const isPainted = useAfterPaint()
  const scroll = useRef<HTMLElement>(null)

  const head = (
    <>
      <div className="table-head">
        <h2 id="table-title">{title}</h2>
        {tools && <div className="actions">{tools}</div>}
      </div>
      {note}
      <Toolbar {...{ list, noun, filters, choice, isSearchable }} columns={props.columns} />
    </>
  )
  // A filter may be the reason for an error, so the filters stay visible.
  if (state.status === 'failed' || state.status === 'offline')
    return (
      <section aria-labelledby="table-title" aria-busy={isLoading}>
        {head}
        <LoadFailure state={state} onRetry={list.reload} />
      </section>
    )

  function goTo(page: number) {
    list.goTo(page)
    scroll.current?.scrollTo({ top: 0 })
  }
  const { length } = table.getRowModel().rows
  const columns = props.columns.filter(({ id }) => table.getColumn(id)?.getIsVisible())
  const parts = { table, columns, isSelectable: bulk !== undefined }
  const isNarrowed = query !== null && (query.q.trim() !== '' || Object.keys(query.filter).length > 0)
  const total = state.status === 'loaded' ? (state.total ?? 0) : 0
  const page = query?.page ?? 1
  return (
    <section aria-labelledby="table-title" aria-busy={isLoading}>
      {head}
      <OutdatedNotice state={state} onRetry={list.reload} />
      {bulk && <BulkBar list={list}>{bulk}</BulkBar>}
      <ScrollRegion className="table-scroll" aria-label={`Table of ${title.toLowerCase()}`} ref={scroll}>
        <table className="table table-lines">
          <TableHead {...parts} sortBy={list.sortBy} hasActions={actions !== undefined} buttons={buttons + 1} />
          {state.status === 'loading' ? (
            <TableSkeleton
              cells={columns.length + 1 + (bulk ? 1 : 0)}
              classes={[
                ...(bulk ? ['cell-select'] : []),
                ...columns.map(({ leaves }) => (leaves ? `leaves-${leaves}` : '')),
              ]}
            />
          ) : (
            <TableRows {...{ ...parts, nameOf, actions, details }} allColumns={props.columns} />
          )}
        </table>
        {state.status === 'loaded' && length === 0 && (
          <div className="table-empty" role="status">
            <p>{isNarrowed ? 'No rows match your search and filters.' : none}</p>
            {isNarrowed && (
              <button type="button" className="button button-small" onClick={list.clear}>
                Clear search and filters
              </button>
            )}
          </div>
        )}
      </ScrollRegion>
      <Pages
        page={page}
        pages={Math.max(1, Math.ceil(total / pageSize))}
        summary={state.status === 'loaded' ? summaryOf(length, total, noun) : 'Loading…'}
        onChoose={goTo}
      />
      {isPainted && children}
    </section>
  )
}

/** Empty without rows: the table then says why there are none. */
const summaryOf = (shown: number, total: number, noun: string) =>
  total === 0 ? '' : `Showing ${shown.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} ${noun}`
