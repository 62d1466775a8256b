import { useState } from 'react'
import type { ImportColumn, ImportReport } from '../../../contract/imports.ts'
import { fieldNameOf, type ImportField, importFieldNames } from '../../../records/import-fields.ts'
import type { ImportKind } from '../../../records/import-kinds.ts'
import { mapColumn } from '../../stores/imports/imports.ts'
import { ScrollTable } from '../admin/table/ScrollTable.tsx'

/** Other columns that are shown without being asked for. */
const fewOthers = 8

/** Reading of the file, and what each of its columns is: recognized, or chosen here and remembered. */
export function ImportColumns({ kind, report }: { kind: ImportKind; report: ImportReport }) {
  const { columns, encoding, isEncodingAssumed, separator, platform, missing } = report
  // A column stays where it was when it gets another field, so that the keyboard stays there too.
  const [used] = useState(() => new Set(columns.flatMap(({ field, how }, at) => (field && how !== 'kept' ? [at] : []))))
  const others = columns.length - used.size
  const [isOpen] = useState(others <= fewOthers || missing.length > 0)
  const rows = (isUsed: boolean) => (
    <ColumnRows kind={kind} columns={columns} isShown={(place) => used.has(place) === isUsed} />
  )
  return (
    <div className="stack">
      <p className={isEncodingAssumed ? 'alert' : 'quiet small'} role="status">
        {platform !== null && `A file of ${platform}. `}Read as {encoding}, separated by {separator}s.
        {isEncodingAssumed && ' Nothing in the file says so: look at the accents below before you import it.'}
      </p>
      {missing.length > 0 && (
        <p className="alert" role="alert">
          Choose the {missing.length === 1 ? 'column' : 'columns'} for:{' '}
          {missing.map((field) => fieldNameOf(kind, field)).join(', ')}.
        </p>
      )}
      {used.size > 0 && (
        <ScrollTable label="Columns of the file" columns={heads}>
          {rows(true)}
        </ScrollTable>
      )}
      <p className="quiet small">{keptSentences[kind]}</p>
      {others > 0 && (
        <details className="import-lines" open={isOpen}>
          <summary>Columns that no field takes ({others})</summary>
          <ScrollTable label="Other columns of the file" columns={heads}>
            {rows(false)}
          </ScrollTable>
        </details>
      )}
    </div>
  )
}

const further: ImportField = 'furtherColumns'

const emptyCells = 'Empty cells and columns that the file lacks change nothing: what is known already stays.'
const keptWith = (what: string) =>
  `${emptyCells} Columns that no field takes are kept with each ${what} under their heading, unless you choose “Not imported”.`
const keptSentences: { [Kind in ImportKind]: string } = {
  donations: keptWith('gift'),
  'email-signups': keptWith('person'),
  volunteers: keptWith('person'),
  'opt-outs': 'Only the address, the reason and the day are kept of people who don’t want email.',
}

const heads = ['Column', 'First rows', 'Imported as']

type RowsProps = { kind: ImportKind; columns: readonly ImportColumn[]; isShown(place: number): boolean }

const ColumnRows = ({ kind, columns, isShown }: RowsProps) => (
  <tbody>
    {columns.map(
      ({ heading, field, how, keptAs, samples }, place) =>
        isShown(place) && (
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one heading, and none moves
          <tr key={place}>
            <th scope="row" data-label="Column">
              {heading || '(no heading)'}
            </th>
            <td data-label="First rows">
              <span className="import-samples">{samples.filter(Boolean).join(' · ') || '–'}</span>
            </td>
            <td data-label="Imported as">
              <div>
                <select
                  className="input"
                  value={field ?? ''}
                  aria-label={`${heading || '(no heading)'} is imported as`}
                  onChange={({ currentTarget }) => void mapColumn(heading, currentTarget.value)}
                >
                  <option value="">Not imported</option>
                  {kind !== 'opt-outs' && <option value={further}>Kept as “{keptAs ?? heading}”</option>}
                  {Object.entries(importFieldNames[kind]).map(
                    ([name, label]) =>
                      name !== further && (
                        <option value={name} key={name}>
                          {label}
                        </option>
                      ),
                  )}
                </select>{' '}
                {(how === 'chosen' || how === 'remembered') && <span className="badge">{how}</span>}
              </div>
            </td>
          </tr>
        ),
    )}
  </tbody>
)
