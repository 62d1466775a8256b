import type { ImportReport } from '../../../contract/imports.ts'
import { dollars } from '../../../records/money.ts'
import { ImportRows } from './ImportRows.tsx'

/** Changes that importing a file would make, row by row. */
export function ReportRows({ report }: { report: ImportReport }) {
  const { rows, added, changed, refunded, repeated, refused, addedAmount, refundedAmount, notes } = report
  return (
    <>
      <section className="stack" aria-label={`What ${report.name || 'the file'} would do`} role="status">
        <dl className="figure-row">
          <Count label="Rows" count={rows} />
          <Count label="New" count={added} note={addedAmount > 0 ? dollars(addedAmount) : undefined} />
          <Count label="Changed" count={changed} />
          {refunded > 0 && <Count label="Refunds" count={refunded} note={dollars(-refundedAmount)} />}
          <Count label="Imported before" count={repeated} />
          <Count label="Refused" count={refused} isBad={refused > 0} />
        </dl>
        {notes.map(({ note, rows, lines: [first] }) => (
          <p key={note}>
            {rows === 1 ? `Line ${first}` : `${rows.toLocaleString('en-US')} rows, the first in line ${first}`}: {note}
          </p>
        ))}
      </section>
      <ImportRows report={report} />
    </>
  )
}

type CountProps = { label: string; count: number; note?: string | undefined; isBad?: boolean }

const Count = ({ label, count, note, isBad = false }: CountProps) => (
  <div className={isBad ? 'figure figure-bad' : 'figure'}>
    <dt>{label}</dt>
    <dd>
      {count.toLocaleString('en-US')} {note !== undefined && <small>{note}</small>}
    </dd>
  </div>
)
