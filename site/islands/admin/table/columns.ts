import type { ReactNode } from 'react'

/** A column of a console table. */
export type Column<Item> = {
  /** Also the name of its sort. */
  id: string
  label: string
  isSortable?: boolean
  /** As in CSS, where `100cqi` is the width of the table; a column without one shares what is left. */
  width?: string
  /** For long text: takes the space that is left. */
  isWide?: boolean
  /** Names the row, so it cannot be hidden. */
  isName?: boolean
  /** When it leaves a narrow table, before the others or after them; the opened row shows it. */
  leaves?: 'earliest' | 'early' | 'first' | 'next'
  /** Its place on the card that a row is on a phone; without one, only the opened row shows it. */
  card?: 'line' | 'badge' | 'date'
  /** One line; what does not fit ends in an ellipsis. */
  cell: (item: Item) => ReactNode
  /** In the opened row, where the cell does not say everything. */
  full?: (item: Item) => ReactNode
}

/** The classes of a column's cells, which say when they leave and where they stand on a card. */
export const cellClass = <Item>({ id, isWide, isName, leaves, card }: Column<Item>): string =>
  [
    `cell-${id}`,
    isWide && 'cell-wide',
    leaves && `leaves-${leaves}`,
    isName ? 'card-name' : card ? `card-${card}` : 'card-none',
  ]
    .filter(Boolean)
    .join(' ')

/** A filter in the toolbar; its name is the one in the address. */
export type Filter = {
  name: string
  label: string
  /** Value and label; without options, people type a value. */
  options?: readonly (readonly [value: string, label: string])[]
  type?: 'text' | 'date'
  /** Rows that the list shows without this filter. */
  unfiltered?: string
  /** Proposals for a value that people type. */
  proposals?: readonly string[]
}
