import { useStore } from '@nanostores/react'
import {
  columnVisibilityFeature,
  type RowSelectionState,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { AdminList } from '../../../stores/admin/admin-list.ts'
import type { ColumnChoice } from '../../../stores/admin/columns.ts'
import type { Column } from './columns.ts'

type Item = { id: number }

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature, rowSortingFeature })

export type DataTableState<Row extends Item> = ReturnType<typeof useDataTable<Row>>

/** The rows, sort, selection and shown columns of a list, which keeps them; PostgreSQL sorts. */
export function useDataTable<Row extends Item>(
  list: AdminList<Row>,
  choice: ColumnChoice,
  columns: readonly Column<Row>[],
) {
  const state = useStore(list.$state)
  const query = useStore(list.$query)
  const selected = useStore(list.$selected)
  const columnVisibility = useStore(choice.$visibility)
  const items = useMemo(() => (state.status === 'loaded' ? state.items : []), [state])
  const defined = useMemo(() => columns.map(({ id, isName = false }) => ({ id, enableHiding: !isName })), [columns])
  const sort = query?.sort ?? list.defaultSort
  const rowSelection: RowSelectionState = Object.fromEntries(selected.map((id) => [String(id), true]))
  return useTable<typeof features, Row>({
    features,
    columns: defined,
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
}
