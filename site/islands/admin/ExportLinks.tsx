import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { type AdminList, narrowingOf } from '../../stores/admin/admin-list.ts'
import { $may } from '../../stores/rights.ts'
import { DownloadLink } from '../security/DownloadLink.tsx'
import { Icon } from '../ui/Icon.tsx'

type Props<Row extends { id: number }> = {
  list: AdminList<Row>
  /** Has a query already. */
  path: (format: 'csv' | 'json') => string
  hasPeople?: true
}

/**
 * The rows of a table that match, as a file in both formats. `hasPeople`: those who opted out of email are in it only
 * when asked for. Hidden from staff who may not take people out as files.
 */
export function ExportLinks<Row extends { id: number }>({ list, path, hasPeople }: Props<Row>) {
  const [everyone, setEveryone] = useState(false)
  const query = useStore(list.$query)
  if (!useStore($may)('export')) return null
  const narrowing = query === null ? '' : String(new URLSearchParams(narrowingOf(query)))
  const end = `${everyone ? '&people=everyone' : ''}${narrowing === '' ? '' : `&${narrowing}`}`
  return (
    <>
      {narrowing !== '' && <span className="quiet">Exports have only the rows that match.</span>}
      {hasPeople && (
        <label className="choice">
          <input type="checkbox" checked={everyone} onChange={() => setEveryone(!everyone)} />
          Include people who opted out
        </label>
      )}
      <DownloadLink href={path('csv') + end}>
        <Icon name="download" size={18} /> Export CSV
      </DownloadLink>
      <DownloadLink href={path('json') + end}>
        <Icon name="download" size={18} /> Export JSON
      </DownloadLink>
    </>
  )
}
