import type { ReactNode } from 'react'
import { useAfterPaint } from '../../ui/use-after-paint.ts'
import type { Column } from './columns.ts'
import { focusNeighbor } from './row-focus.ts'
import type { DataTableState } from './use-data-table.ts'

type Props<Row extends { id: number }> = {
  table: DataTableState<Row>
  /** The visible columns. */
  columns: readonly Column<Row>[]
  isSelectable: boolean
  nameOf: (item: Row) => string
  actions: ((item: Row) => ReactNode) | undefined
}

/** At least as many rows as fit on the screen, from the smallest heights of a row and of the space around the table. */
const rowsOnScreen = () => Math.ceil((innerHeight - 200) / 38)

/** Renders the rows on the screen first, and the others after a frame. */
export function TableRows<Row extends { id: number }>(props: Props<Row>) {
  const { table, columns, isSelectable, nameOf, actions } = props
  const isPainted = useAfterPaint()
  const { rows } = table.getRowModel()
  return (
    <tbody
      onKeyDown={(event) => {
        if (focusNeighbor(event.key, event.target)) event.preventDefault()
      }}
    >
      {(isPainted ? rows : rows.slice(0, rowsOnScreen())).map((row) => (
        <tr key={row.id} aria-selected={isSelectable ? row.getIsSelected() : undefined}>
          {isSelectable && (
            <td className="cell-select">
              <input
                type="checkbox"
                aria-label={`Select ${nameOf(row.original)}`}
                checked={row.getIsSelected()}
                onChange={row.getToggleSelectedHandler()}
              />
            </td>
          )}
          {columns.map(({ id, label, isWide, cell }) => (
            <td key={id} data-label={label} className={isWide ? 'cell-wide' : `cell-${id}`}>
              <div dir="auto">{cell(row.original)}</div>
            </td>
          ))}
          {actions && <td className="cell-actions">{actions(row.original)}</td>}
        </tr>
      ))}
    </tbody>
  )
}
