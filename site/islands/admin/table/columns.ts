import type { ReactNode } from 'react'

/** A column of a console table. */
export type Column<Item> = {
  /** Also the name of its sort. */
  id: string
  label: string
  isSortable?: boolean
  /** For long text: takes the space that is left. */
  isWide?: boolean
  /** Names the row, so it cannot be hidden. */
  isName?: boolean
  cell: (item: Item) => ReactNode
}

/** A filter in the toolbar; its name is the one in the address. */
export type Filter = {
  name: string
  label: string
  /** Value and label; without options, people type a value. */
  options?: readonly (readonly [value: string, label: string])[]
  type?: 'text' | 'date'
  /** What the list shows without this filter. */
  unfiltered?: string
  /** Proposals for a value that people type. */
  proposals?: readonly string[]
}
