import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { WaitingImport } from '../../../contract/imports.ts'
import { dateAndTime } from '../../lib/local-dates.ts'
import { $report } from '../../stores/imports/import-rows.ts'
import { $isImporting, discard, open, waitingList } from '../../stores/imports/imports.ts'
import { LoadFailure } from '../admin/LoadFailure.tsx'
import { ScrollTable } from '../admin/table/ScrollTable.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { kindNames } from './FileForm.tsx'

const columns = ['When', 'What', 'Rows', 'Refused', 'Actions']

/** Files that were checked and not imported: staff go on with one of them, also after they left the page. */
export function WaitingFiles() {
  const state = useStore(waitingList.$state)
  const report = useStore($report)
  const isImporting = useStore($isImporting)
  const [asked, ask] = useState<WaitingImport | null>(null)
  if (state.status === 'failed' || state.status === 'offline')
    return <LoadFailure state={state} onRetry={waitingList.reload} />
  const files = state.status === 'loaded' ? state.value.filter(({ id }) => id !== report?.id) : []
  if (files.length === 0) return null
  return (
    <section aria-labelledby="waiting-files-title">
      <div className="table-head">
        <h2 id="waiting-files-title">Files that wait</h2>
      </div>
      <p className="quiet small">Checked and not imported yet. They’re deleted a day after they were chosen.</p>
      <ScrollTable label="Table of files that wait" columns={columns}>
        <tbody>
          {files.map((file) => (
            <tr key={file.id}>
              <th scope="row" data-label="When">
                <time dateTime={file.createdAt}>{dateAndTime(file.createdAt)}</time>
              </th>
              <td data-label="What">
                <div>
                  {kindNames[file.kind]}
                  {file.name !== '' && <p className="cell-excerpt">{file.name}</p>}
                </div>
              </td>
              <td data-label="Rows">{file.rows.toLocaleString('en-US')}</td>
              <td data-label="Refused">{file.refused.toLocaleString('en-US')}</td>
              <td className="cell-actions">
                <button
                  type="button"
                  className="button button-small"
                  disabled={isImporting}
                  aria-label={`Continue with ${nameOf(file)}`}
                  onClick={() => void open(file.id)}
                >
                  Continue
                </button>
                <button
                  type="button"
                  className="button button-small"
                  disabled={isImporting}
                  aria-label={`Discard ${nameOf(file)}`}
                  onClick={() => ask(file)}
                >
                  Discard
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      <ConfirmDialog
        isOpen={asked !== null}
        question="Discard this file?"
        detail="Its rows and what you mended are deleted here. Your own file stays as it is."
        confirm="Discard the file"
        keep="Keep the file"
        onConfirm={() => {
          if (asked) void discard(asked.id)
        }}
        onClose={() => ask(null)}
      />
    </section>
  )
}

const nameOf = ({ name, createdAt }: WaitingImport) => name || `the file of ${dateAndTime(createdAt)}`
