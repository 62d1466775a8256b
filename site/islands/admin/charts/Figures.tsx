import type { ReactNode } from 'react'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { useAfterPaint } from '../../ui/use-after-paint.ts'

type Props<Row> = {
  /** Names the table: 'Visits per day'. */
  label: string
  columns: readonly { label: string; cell: (row: Row) => ReactNode; isText?: boolean }[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

/** The figures behind a chart, as a table that opens below it. */
export function Figures<Row>({ label, columns, rows, keyOf }: Props<Row>) {
  const isPainted = useAfterPaint()
  return (
    <details className="figures">
      <summary>Show the figures as a table</summary>
      <ScrollRegion className="figures-scroll" aria-label={`Table of ${label.toLowerCase()}`}>
        <table>
          <thead>
            <tr>
              {columns.map(({ label: name, isText }) => (
                <th scope="col" key={name} className={isText ? 'text' : undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {isPainted &&
              rows.map((row) => (
                <tr key={keyOf(row)}>
                  {columns.map(({ label: name, cell, isText }) => (
                    <td key={name} className={isText ? 'text' : undefined}>
                      {cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  )
}
