import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { FileImport } from '../../../contract/imports.ts'
import { dateAndTime } from '../../lib/local-dates.ts'
import { importList, undo } from '../../stores/imports/imports.ts'
import { LoadFailure } from '../admin/LoadFailure.tsx'
import { ScrollTable } from '../admin/table/ScrollTable.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { showDonations } from './Donations.tsx'
import { kindNames } from './FileForm.tsx'

const columns = ['When', 'What', 'New', 'Changed', 'Refunds', 'Refused', 'Status', 'Actions']

/** The imports of the past, each of which can be undone as a whole. */
export function PastImports() {
  const state = useStore(importList.$state)
  const [asked, ask] = useState<FileImport | null>(null)
  if (state.status === 'failed' || state.status === 'offline')
    return <LoadFailure state={state} onRetry={importList.reload} />
  const imports = state.status === 'loaded' ? state.value : []
  return (
    <section aria-labelledby="past-imports-title" aria-busy={state.status === 'loading'}>
      <div className="table-head">
        <h2 id="past-imports-title">Past imports</h2>
      </div>
      <ScrollTable
        label="Table of past imports"
        columns={columns}
        none={state.status === 'loaded' && imports.length === 0 && 'No files imported yet.'}
      >
        <tbody>
          {imports.map((one) => (
            <tr key={one.id}>
              <th scope="row" data-label="When">
                <time dateTime={one.startedAt}>{dateAndTime(one.startedAt)}</time>
              </th>
              <td data-label="What">
                <div>
                  {kindNames[one.kind]}
                  {one.platform !== null && <p className="cell-excerpt">{one.platform}</p>}
                </div>
              </td>
              <td data-label="New">{one.added.toLocaleString('en-US')}</td>
              <td data-label="Changed">{one.changed.toLocaleString('en-US')}</td>
              <td data-label="Refunds">{one.refunded.toLocaleString('en-US')}</td>
              <td data-label="Refused">{one.refused.toLocaleString('en-US')}</td>
              <td data-label="Status">
                <Status {...one} />
              </td>
              <td className="cell-actions">
                {one.kind === 'donations' && (
                  <button
                    type="button"
                    className="button button-small"
                    aria-label={`Show the donations of the import of ${dateAndTime(one.startedAt)}`}
                    onClick={() => showDonations('import', one.id)}
                  >
                    Show
                  </button>
                )}
                <button
                  type="button"
                  className="button button-small"
                  aria-label={`${undoWords(one)}${one.undoneAt === null ? '' : ' of'} the import of ${dateAndTime(one.startedAt)}`}
                  onClick={() => ask(one)}
                >
                  {undoWords(one)}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      <ConfirmDialog
        isOpen={asked !== null}
        question="Undo this import?"
        detail="This removes everything that the import added and restores everything that it changed, except what was changed again since."
        confirm="Undo the import"
        keep="Keep the import"
        onConfirm={() => {
          if (asked) void undo(asked.id)
        }}
        onClose={() => ask(null)}
      />
    </section>
  )
}

const undoWords = ({ undoneAt }: FileImport) => (undoneAt === null ? 'Undo' : 'Undo the rest')

// While the server is updated, an older process does not say that an import stopped.
function Status({ written, finishedAt, stoppedAt = null, undoneAt, added, changed, refunded }: FileImport) {
  if (undoneAt !== null) return 'Undone'
  if (finishedAt !== null) return 'Imported'
  const rows = `${written.toLocaleString('en-US')} of ${(added + changed + refunded).toLocaleString('en-US')} rows`
  if (stoppedAt === null) return rows
  return (
    <div>
      Stopped after {rows}
      <p className="cell-excerpt">
        The person or API key that started it may no longer import. Go on under Files that wait, or undo it.
      </p>
    </div>
  )
}
