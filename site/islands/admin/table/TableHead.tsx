import { Icon } from '../../ui/Icon.tsx'
import { type Column, cellClass } from './columns.ts'
import type { DataTableState } from './use-data-table.ts'

type Props<Row extends { id: number }> = {
  table: DataTableState<Row>
  /** The visible columns. */
  columns: readonly Column<Row>[]
  sortBy: (column: string) => void
  isSelectable: boolean
  hasActions: boolean
  /** The most buttons that a row has. */
  buttons: number
}

const widthOf = (buttons: number) => `${1.125 + 1.875 * buttons}rem`

/** The head of a table: the names of its columns, its sort, and the box that selects all rows. */
export function TableHead<Row extends { id: number }>(props: Props<Row>) {
  const { table, columns, sortBy, isSelectable, hasActions, buttons } = props
  return (
    <thead>
      <tr>
        {isSelectable && (
          <th scope="col" className="cell-select">
            <input
              type="checkbox"
              aria-label="Select all rows on this page"
              checked={table.getIsAllRowsSelected()}
              ref={(box) => {
                if (box) box.indeterminate = table.getIsSomeRowsSelected()
              }}
              disabled={table.getRowModel().rows.length === 0}
              onChange={table.getToggleAllRowsSelectedHandler()}
            />
          </th>
        )}
        {columns.map((column) => {
          const { id, label, width, isSortable } = column
          const isSorted = table.getColumn(id)?.getIsSorted()
          const direction = isSorted === 'desc' ? 'descending' : 'ascending'
          return (
            <th
              scope="col"
              key={id}
              className={cellClass(column)}
              style={{ width }}
              aria-sort={isSorted ? direction : undefined}
            >
              {isSortable ? (
                <button type="button" className="sort" onClick={() => sortBy(id)}>
                  {label}
                  <Icon name={isSorted ? direction : 'unsorted'} size={16} />
                </button>
              ) : (
                label
              )}
            </th>
          )
        })}
        {hasActions ? (
          <th scope="col" className="cell-actions" style={{ width: widthOf(buttons) }}>
            Actions
          </th>
        ) : (
          <td className="cell-actions" style={{ width: widthOf(buttons) }} />
        )}
      </tr>
    </thead>
  )
}
