import { type ImportKind, importFieldNames } from '../../../contract/import-fields.ts'
import type { ImportReport } from '../../../contract/imports.ts'
import { mapColumn } from '../../stores/imports/imports.ts'
import { ScrollTable } from '../admin/table/ScrollTable.tsx'

const nameOf = (kind: ImportKind, field: string) =>
  Object.entries(importFieldNames[kind]).find(([name]) => name === field)?.[1] ?? field

/** How the file was read, and what each of its columns is: recognized, or chosen here and remembered. */
export function ImportColumns({ kind, report }: { kind: ImportKind; report: ImportReport }) {
  const { columns, encoding, isEncodingAssumed, separator, platform, missing } = report
  const ignored = columns.filter(({ field }) => field === null)
  return (
    <div className="stack">
      <p className={isEncodingAssumed ? 'alert' : 'quiet small'} role="status">
        {platform !== null && `A file of ${platform}. `}Read as {encoding}, separated by {separator}s.
        {isEncodingAssumed && ' Nothing in the file says so: look at the accents below before you import it.'}
      </p>
      {missing.length > 0 && (
        <p className="alert" role="alert">
          Choose the {missing.length === 1 ? 'column' : 'columns'} for:{' '}
          {missing.map((field) => nameOf(kind, field)).join(', ')}.
        </p>
      )}
      <ScrollTable label="Columns of the file" columns={['Column', 'First rows', 'Imported as']}>
        <tbody>
          {columns.map(({ heading, field, how, samples }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one heading, and none moves
            <tr key={index}>
              <th scope="row" data-label="Column">
                {heading || '(no heading)'}
              </th>
              <td data-label="First rows">
                <span className="import-samples">{samples.filter(Boolean).join(' · ')}</span>
              </td>
              <td data-label="Imported as">
                <div>
                  <select
                    className="input"
                    value={field ?? ''}
                    disabled={heading === ''}
                    aria-label={`${heading} is imported as`}
                    onChange={({ currentTarget }) => void mapColumn(heading, currentTarget.value)}
                  >
                    <option value="">Not imported</option>
                    {Object.entries(importFieldNames[kind]).map(([name, label]) => (
                      <option value={name} key={name}>
                        {label}
                      </option>
                    ))}
                  </select>{' '}
                  {(how === 'chosen' || how === 'remembered') && <span className="badge">{how}</span>}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      {ignored.length > 0 && (
        <p className="quiet small">
          Not imported: {ignored.map(({ heading }) => heading || '(no heading)').join(', ')}.
        </p>
      )}
    </div>
  )
}
