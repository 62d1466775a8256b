import { useStore } from '@nanostores/react'
import {
  columnVisibilityFeature,
  createColumnHelper,
  metaHelper,
  type RowSelectionState,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type KeyboardEvent, type ReactNode, useMemo, useRef } from 'react'
import { type AdminList, pageSize } from '../../../stores/admin/admin-list.ts'
import type { ColumnChoice } from '../../../stores/admin/columns.ts'
import { Icon } from '../../ui/Icon.tsx'
import { LoadFailure, OutdatedNotice } from '../LoadFailure.tsx'
import { BulkBar } from './BulkBar.tsx'
import type { Column, Filter } from './columns.ts'
import { Pages } from './Pages.tsx'
import { focusNeighbor } from './row-focus.ts'
import { TableSkeleton } from './TableSkeleton.tsx'
import { Toolbar } from './Toolbar.tsx'

type Meta = { label: string; isWide: boolean; isSortable: boolean }
const features = tableFeatures({
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  columnMeta: metaHelper<Meta>(),
})

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
  /** Buttons for the selected rows; with them, rows can be selected. */
  bulk?: ReactNode
  /** Buttons next to the title. */
  tools?: ReactNode
  /** A sentence below the title. */
  note?: ReactNode
  /** Dialogs of this table. */
  children?: ReactNode
}

/** A table of the console with search, sort, filters, pages, selection and all its states; on a phone, rows are cards. */
export function DataTable<Row extends Item>(props: DataTableProps<Row>) {
  const { list, choice, title, noun, filters = [], isSearchable = true } = props
  const { none, nameOf, actions, bulk, tools, note, children } = props
  const state = useStore(list.$state)
  const query = useStore(list.$query)
  const isLoading = useStore(list.$isLoading)
  const selected = useStore(list.$selected)
  const columnVisibility = useStore(choice.$visibility)
  const scroll = useRef<HTMLElement>(null)

  const columns = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>()
    return props.columns.map(({ id, label, isSortable = false, isWide = false, isName = false, cell }) =>
      helper.display({
        id,
        header: label,
        cell: ({ row }) => cell(row.original),
        enableHiding: !isName,
        meta: { label, isWide, isSortable },
      }),
    )
  }, [props.columns])
  const items = useMemo(() => (state.status === 'loaded' ? state.items : []), [state])
  const sort = query?.sort ?? list.defaultSort
  const rowSelection: RowSelectionState = Object.fromEntries(selected.map((id) => [String(id), true]))
  const table = useTable({
    features,
    columns,
    data: items,
    getRowId: ({ id }) => String(id),
    manualSorting: true,
    state: {
      columnVisibility,
      rowSelection,
      sorting: [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }],
    },
    onRowSelectionChange: (update) => {
      const next = typeof update === 'function' ? update(rowSelection) : update
      list.select(items.map(({ id }) => id).filter((id) => next[String(id)]))
    },
  })

  const head = (
    <>
      <div className="table-head">
        <h2 id="table-title">{title}</h2>
        {tools && <div className="actions">{tools}</div>}
      </div>
      {note}
      <Toolbar {...{ list, title, filters, choice, isSearchable }} columns={props.columns} />
    </>
  )
  // A filter may be what the server refused, so it stays within reach.
  if (state.status === 'failed' || state.status === 'offline')
    return (
      <section aria-labelledby="table-title" aria-busy={isLoading}>
        {head}
        <LoadFailure state={state} onRetry={list.reload} />
      </section>
    )

  function onKeyDown(event: KeyboardEvent) {
    if (focusNeighbor(event.key, event.target)) event.preventDefault()
  }
  function goTo(page: number) {
    list.goTo(page)
    scroll.current?.scrollTo({ top: 0 })
  }
  const isNarrowed = query !== null && (query.q.trim() !== '' || Object.keys(query.filter).length > 0)
  const total = state.status === 'loaded' ? (state.total ?? 0) : 0
  const page = query?.page ?? 1
  return (
    <section aria-labelledby="table-title" aria-busy={isLoading}>
      {head}
      {state.status === 'loaded' && state.problem !== null && (
        <OutdatedNotice problem={state.problem} onRetry={list.reload} />
      )}
      {bulk && <BulkBar list={list}>{bulk}</BulkBar>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className="table-scroll" tabIndex={0} aria-label={`Table of ${title.toLowerCase()}`} ref={scroll}>
        <table className="table table-sortable">
          <thead>
            <tr>
              {bulk && (
                <th scope="col" className="cell-select">
                  <input
                    type="checkbox"
                    aria-label="Select all rows on this page"
                    checked={table.getIsAllRowsSelected()}
                    ref={(box) => {
                      if (box) box.indeterminate = table.getIsSomeRowsSelected()
                    }}
                    disabled={items.length === 0}
                    onChange={table.getToggleAllRowsSelectedHandler()}
                  />
                </th>
              )}
              {table.getHeaderGroups().flatMap(({ headers }) =>
                headers.map(({ column }) => {
                  const isSorted = column.getIsSorted()
                  const direction = isSorted === 'desc' ? 'descending' : 'ascending'
                  return (
                    <th scope="col" key={column.id} aria-sort={isSorted ? direction : undefined}>
                      {column.columnDef.meta?.isSortable ? (
                        <button type="button" className="sort" onClick={() => list.sortBy(column.id)}>
                          {column.columnDef.meta?.label}
                          <Icon name={isSorted ? direction : 'unsorted'} size={16} />
                        </button>
                      ) : (
                        column.columnDef.meta?.label
                      )}
                    </th>
                  )
                }),
              )}
              {actions && (
                <th scope="col" className="cell-actions">
                  Actions
                </th>
              )}
            </tr>
          </thead>
          {state.status === 'loading' ? (
            <TableSkeleton cells={columns.length + (actions ? 1 : 0) + (bulk ? 1 : 0)} />
          ) : (
            <tbody onKeyDown={onKeyDown}>
              {table.getRowModel().rows.map((row) => (
                <tr key={row.id} aria-selected={bulk ? row.getIsSelected() : undefined}>
                  {bulk && (
                    <td className="cell-select">
                      <input
                        type="checkbox"
                        aria-label={`Select ${nameOf(row.original)}`}
                        checked={row.getIsSelected()}
                        onChange={row.getToggleSelectedHandler()}
                      />
                    </td>
                  )}
                  {row.getVisibleCells().map((cell) => {
                    const { label = '', isWide = false } = cell.column.columnDef.meta ?? {}
                    return (
                      <td key={cell.id} data-label={label} className={isWide ? 'cell-wide' : `cell-${cell.column.id}`}>
                        <div>
                          <table.FlexRender cell={cell} />
                        </div>
                      </td>
                    )
                  })}
                  {actions && <td className="cell-actions">{actions(row.original)}</td>}
                </tr>
              ))}
            </tbody>
          )}
        </table>
        {state.status === 'loaded' && items.length === 0 && (
          <div className="table-empty" role="status">
            <p>{isNarrowed ? 'No rows match your search and filters.' : page > 1 ? 'This page is empty.' : none}</p>
            {isNarrowed && (
              <button type="button" className="button button-small" onClick={list.clear}>
                Clear search and filters
              </button>
            )}
          </div>
        )}
      </section>
      <Pages
        page={page}
        pages={Math.max(1, Math.ceil(total / pageSize))}
        summary={state.status === 'loaded' ? summaryOf(items.length, total, noun) : 'Loading…'}
        onChoose={goTo}
      />
      {children}
    </section>
  )
}

/** Empty without rows: the table then says why there are none. */
const summaryOf = (shown: number, total: number, noun: string) =>
  total === 0 ? '' : `Showing ${shown.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} ${noun}`
