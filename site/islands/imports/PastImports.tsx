import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { FileImport } from '../../../contract/imports.ts'
import { dateAndTime } from '../../lib/local-dates.ts'
import { importList, undo } from '../../stores/imports/imports.ts'
import { LoadFailure } from '../admin/LoadFailure.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { showDonations } from './Donations.tsx'
import { kindNames } from './FileForm.tsx'

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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className="table-scroll" tabIndex={0} aria-label="Table of past imports">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">What</th>
              <th scope="col">New</th>
              <th scope="col">Changed</th>
              <th scope="col">Refunds</th>
              <th scope="col">Refused</th>
              <th scope="col">Status</th>
              <th scope="col" className="cell-actions">
                Actions
              </th>
            </tr>
          </thead>
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
                <td data-label="Status">{statusOf(one)}</td>
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
                    aria-label={`Undo the import of ${dateAndTime(one.startedAt)}`}
                    onClick={() => ask(one)}
                  >
                    {one.undoneAt === null ? 'Undo' : 'Undo the rest'}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {state.status === 'loaded' && imports.length === 0 && <p className="table-empty">No files imported yet.</p>}
      </section>
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

function statusOf({ written, finishedAt, undoneAt, added, changed, refunded }: FileImport): string {
  if (undoneAt !== null) return 'Undone'
  if (finishedAt !== null) return 'Imported'
  return `${written.toLocaleString('en-US')} of ${(added + changed + refunded).toLocaleString('en-US')} rows`
}
