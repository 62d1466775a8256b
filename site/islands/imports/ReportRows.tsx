import type { ReactNode } from 'react'
import type { ImportReport } from '../../../contract/imports.ts'
import { fieldNameOf } from '../../../records/import-fields.ts'
import type { ImportKind } from '../../../records/import-kinds.ts'
import { fieldLabel } from '../../lib/labels.ts'
import { dollars } from '../../lib/money.ts'

/** Changes that importing a file would make, row by row. */
export function ReportRows({ name, kind, report }: { name: string; kind: ImportKind; report: ImportReport }) {
  const { rows, added, changed, refunded, repeated, refused, addedAmount, refundedAmount } = report
  const { addedLines, changedRows, refundedLines, repeatedLines, refusedRows, notes } = report
  return (
    <section className="stack" aria-label={`What ${name} would do`} role="status">
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
      {refusedRows.length > 0 && (
        <Lines title="Refused rows are skipped" isOpen more={refused - refusedRows.length}>
          {refusedRows.map(({ line, reasons }) => (
            <Line line={line} key={line}>
              {reasons.map((reason) => withFieldName(kind, reason)).join(' ')}
            </Line>
          ))}
        </Lines>
      )}
      {changedRows.length > 0 && (
        <Lines title="Rows that change what is known" more={changed - changedRows.length}>
          {changedRows.map(({ line, changed: columns }) => (
            <Line line={line} key={line}>
              {columns.map(fieldLabel).join(', ')}
            </Line>
          ))}
        </Lines>
      )}
      <LineNumbers title="New rows" lines={addedLines} more={added - addedLines.length} />
      <LineNumbers title="Refunds" lines={refundedLines} more={refunded - refundedLines.length} />
      <LineNumbers title="Rows imported before" lines={repeatedLines} more={repeated - repeatedLines.length} />
    </section>
  )
}

/** 'createdAt: Use a day' with the name of the field. */
const withFieldName = (kind: ImportKind, reason: string) =>
  reason.replace(/^[a-z]\w*(?=: )/i, (field) => fieldNameOf(kind, field))

type CountProps = { label: string; count: number; note?: string | undefined; isBad?: boolean }

const Count = ({ label, count, note, isBad = false }: CountProps) => (
  <div className={isBad ? 'figure figure-bad' : 'figure'}>
    <dt>{label}</dt>
    <dd>
      {count.toLocaleString('en-US')} {note !== undefined && <small>{note}</small>}
    </dd>
  </div>
)

type LinesProps = { title: string; isOpen?: boolean; more: number; children: ReactNode }

const Lines = ({ title, isOpen = false, more, children }: LinesProps) => (
  <details className="import-lines" open={isOpen}>
    <summary>{title}</summary>
    <ul className="import-list">
      {children}
      {more > 0 && <li className="quiet import-more">And {more.toLocaleString('en-US')} more.</li>}
    </ul>
  </details>
)

const Line = ({ line, children }: { line: number; children: ReactNode }) => (
  <li>
    <span className="quiet">Line {line}</span> <span>{children}</span>
  </li>
)

const LineNumbers = ({ title, lines, more }: { title: string; lines: readonly number[]; more: number }) =>
  lines.length > 0 && (
    <details className="import-lines">
      <summary>{title}</summary>
      <p className="small">
        {lines.length === 1 ? 'Line' : 'Lines'} {lines.join(', ')}
        {more > 0 && ` and ${more.toLocaleString('en-US')} more`}
      </p>
    </details>
  )
