import { Fragment, type MouseEvent, type ReactNode, useState } from 'react'
import { fieldsNotShown } from '../../../../records/http/incomplete-rows.ts'
import { NotShown, notShownHere, PartOfRow } from '../../ui/MarkedRow.tsx'
import { useAfterPaint } from '../../ui/use-after-paint.ts'
import { RowButton } from '../RowButton.tsx'
import { type Column, cellClass } from './columns.ts'
import { controls, focusNeighbor } from './row-focus.ts'
import type { DataTableState } from './use-data-table.ts'

type Props<Row extends { id: number }> = {
  table: DataTableState<Row>
  /** The visible columns. */
  columns: readonly Column<Row>[]
  /** Every column: an opened row shows them all. */
  allColumns: readonly Column<Row>[]
  isSelectable: boolean
  nameOf: (item: Row) => string
  actions: ((item: Row) => ReactNode) | undefined
  details: ((item: Row) => ReactNode) | undefined
}

/** At least as many rows as fit on the screen, from the height of a row and the smallest height around the table. */
const rowsOnScreen = () => Math.ceil((innerHeight - 200) / 44)

/** Renders the rows on the screen first, and the others after a frame. A row is one line, and opens in place. */
export function TableRows<Row extends { id: number }>(props: Props<Row>) {
  const { table, columns, allColumns, isSelectable, nameOf, actions, details } = props
  const isPainted = useAfterPaint()
  const [opened, setOpened] = useState<readonly string[]>([])
  const toggle = (id: string) =>
    setOpened((now) => (now.includes(id) ? now.filter((other) => other !== id) : [...now, id]))
  const { rows } = table.getRowModel()
  return (
    <tbody
      onKeyDown={(event) => {
        if (focusNeighbor(event.key, event.target)) event.preventDefault()
      }}
    >
      {(isPainted ? rows : rows.slice(0, rowsOnScreen())).map((row) => {
        const { id, original } = row
        const isOpen = opened.includes(id)
        return (
          <Fragment key={id}>
            {/* By keyboard, the button in the row opens it. */}
            <tr
              id={`row-${id}`}
              aria-selected={isSelectable ? row.getIsSelected() : undefined}
              data-open={isOpen || undefined}
              onClick={(event) => isOnWords(event) && toggle(id)}
            >
              {isSelectable && (
                <td className="cell-select">
                  <input
                    type="checkbox"
                    aria-label={`Select ${nameOf(original)}`}
                    checked={row.getIsSelected()}
                    onChange={row.getToggleSelectedHandler()}
                  />
                </td>
              )}
              {columns.map((column) => (
                <td key={column.id} data-label={column.label} className={cellClass(column)}>
                  <div dir="auto">
                    <Shown field={column.id} cell={column.cell} item={original} />
                    {column.isName && <NotShown row={original} />}
                  </div>
                </td>
              ))}
              <td className="cell-actions">
                {actions?.(original)}
                <RowButton
                  icon={isOpen ? 'ascending' : 'descending'}
                  label={`More about ${nameOf(original)}`}
                  isOpen={isOpen}
                  onClick={() => toggle(id)}
                />
              </td>
            </tr>
            {isOpen && (
              <Details
                columns={allColumns}
                item={original}
                cells={columns.length + (isSelectable ? 2 : 1)}
                more={details?.(original)}
              />
            )}
          </Fragment>
        )
      })}
    </tbody>
  )
}

/** True when a click was on words of the row: not on a control, and not the end of selecting text. */
const isOnWords = ({ target }: MouseEvent) =>
  target instanceof Element &&
  target.closest(`${controls}, summary, label`) === null &&
  getSelection()?.isCollapsed !== false

type CellProps<Row> = { cell: (item: Row) => ReactNode; item: Row }

/** A cell; in a marked row, its value may be missing, or not what it expects. */
function Shown<Row extends object>({ field, cell, item }: CellProps<Row> & { field: string }) {
  const fields = fieldsNotShown(item)
  if (fields.length === 0) return cell(item)
  if (fields.includes(field)) return notShownHere
  return (
    <PartOfRow>
      <Rendered cell={cell} item={item} />
    </PartOfRow>
  )
}
const Rendered = <Row extends object>({ cell, item }: CellProps<Row>) => cell(item)

/** Text of the row, in full. */
const Details = <Row extends object>({
  columns,
  item,
  cells,
  more,
}: {
  columns: readonly Column<Row>[]
  item: Row
  cells: number
  more: ReactNode
}) => (
  <tr className="row-details">
    <td colSpan={cells}>
      <dl>
        {columns.map(({ id, label, isName, cell, full = cell }) => (
          <div key={id}>
            <dt>{label}</dt>
            <dd dir="auto">
              <Shown field={id} cell={full} item={item} />
              {isName && <NotShown row={item} />}
            </dd>
          </div>
        ))}
        {more}
      </dl>
    </td>
  </tr>
)
