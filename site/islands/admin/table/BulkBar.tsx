import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { AdminList } from '../../../stores/admin/admin-list.ts'

/** Actions on the selected rows; empty while none is selected. */
export function BulkBar<Row extends { id: number }>({ list, children }: { list: AdminList<Row>; children: ReactNode }) {
  const { length } = useStore(list.$selected)
  return (
    <div className="bulk" role="status">
      {length > 0 && (
        <>
          <span>{length === 1 ? '1 row selected' : `${length} rows selected`}</span>
          {children}
          <button type="button" className="button button-small" onClick={() => list.select([])}>
            Clear selection
          </button>
        </>
      )}
    </div>
  )
}
