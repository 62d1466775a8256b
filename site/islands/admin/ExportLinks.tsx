import { useState } from 'react'
import { DownloadLink } from '../security/DownloadLink.tsx'
import { Icon } from '../ui/Icon.tsx'

/** A list as a file, in both formats. `hasPeople`: those who opted out of email are in it only when asked for. */
export function ExportLinks({ path, hasPeople }: { path: (format: 'csv' | 'json') => string; hasPeople?: true }) {
  const [everyone, setEveryone] = useState(false)
  const end = everyone ? '&people=everyone' : ''
  return (
    <>
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
