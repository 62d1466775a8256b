import { useStore } from '@nanostores/react'
import type { ImportReport } from '../../../contract/imports.ts'
import { type ImportRowStatus, importRowStatuses } from '../../../records/import-kinds.ts'
import { withFieldName } from '../../lib/import-messages.ts'
import { fieldLabel } from '../../lib/labels.ts'
import { $mending, pageSize, type Row, rowList } from '../../stores/imports/import-rows.ts'
import { LoadFailure } from '../admin/LoadFailure.tsx'
import { Pages } from '../admin/table/Pages.tsx'
import { ScrollTable } from '../admin/table/ScrollTable.tsx'
import { MendRow, rowsTitle } from './MendRow.tsx'

const statusNames: { [Status in ImportRowStatus]: string } = {
  added: 'New',
  changed: 'Changed',
  refunded: 'Refunds',
  repeated: 'Imported before',
  refused: 'Refused',
}
const rowNames = { ...statusNames, refunded: 'Refund' }

const heads = ['Line', 'Outcome', 'Cells', 'Actions']

/** The rows of a file by outcome, each of which can be mended. */
export function ImportRows({ report }: { report: ImportReport }) {
  const state = useStore(rowList.$state)
  const query = useStore(rowList.$query)
  const isLoading = useStore(rowList.$isLoading)
  if (state.status === 'failed' || state.status === 'offline')
    return <LoadFailure state={state} onRetry={rowList.reload} />
  const { items, total } = state.status === 'loaded' ? state : { items: [], total: 0 }
  const imported = report.columns.filter(({ field }) => field !== null)
  const page = query?.page ?? 1
  return (
    <section className="stack" aria-labelledby={rowsTitle} aria-busy={isLoading}>
      <div className="import-choices">
        <h3 id={rowsTitle} tabIndex={-1}>
          Rows of the file
        </h3>
        <label>
          Show
          <select
            className="input"
            value={query?.status ?? ''}
            onChange={({ currentTarget }) => {
              const status = importRowStatuses.find((one) => one === currentTarget.value) ?? ''
              void rowList.refine({ status, page: 1 })
            }}
          >
            <option value="">{`All (${report.rows.toLocaleString('en-US')})`}</option>
            {importRowStatuses.map((status) => (
              <option value={status} key={status}>
                {`${statusNames[status]} (${report[status].toLocaleString('en-US')})`}
              </option>
            ))}
          </select>
        </label>
      </div>
      {report.refused > 0 && (
        <p className="quiet small">Refused rows are skipped. Mend them here, or import the rest without them.</p>
      )}
      <ScrollTable
        label="Table of the rows of the file"
        columns={heads}
        none={state.status === 'loaded' && items.length === 0 && 'No such rows.'}
      >
        <tbody>
          {items.map((row) => (
            <tr key={row.line}>
              <th scope="row" data-label="Line">
                {row.line}
              </th>
              <td data-label="Outcome">
                <div>
                  {row.status === null ? '–' : <span className="badge">{rowNames[row.status]}</span>}
                  {wordsOf(report, row).map((words) => (
                    <p className="import-reason" key={words}>
                      {words}
                    </p>
                  ))}
                </div>
              </td>
              <td data-label="Cells">
                <span className="import-samples" dir="auto">
                  {imported
                    .map(({ place }) => row.cells[place])
                    .filter(Boolean)
                    .join(' · ') || '–'}
                </span>
              </td>
              <td className="cell-actions">
                <button
                  type="button"
                  className="button button-small"
                  aria-label={`Mend line ${row.line}`}
                  onClick={() => $mending.set(row)}
                >
                  Mend
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      <Pages
        page={page}
        pages={Math.max(1, Math.ceil((total ?? 0) / pageSize))}
        summary={
          total ? `Showing ${items.length.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} rows` : ''
        }
        onChoose={(chosen) => void rowList.refine({ page: chosen })}
      />
      <MendRow report={report} />
    </section>
  )
}

/** Why a row is refused, or what it changes, with the names of the fields. */
const wordsOf = (report: ImportReport, { status, reasons, changed }: Row): string[] =>
  status === 'refused'
    ? reasons.map((reason) => withFieldName(report, reason))
    : changed.length > 0
      ? [changed.map(fieldLabel).join(', ')]
      : []
