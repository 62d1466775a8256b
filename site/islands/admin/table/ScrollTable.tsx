import type { ReactNode } from 'react'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'

type Props = {
  /** Names the table: 'Table of donors'. */
  label: string
  columns: readonly string[]
  /** A class of its own. */
  className?: string
  /** Its body. */
  children: ReactNode
  /** Says why there are no rows. */
  none?: string | false
}

/** A table that scrolls sideways; on a phone, each row is a card. */
export const ScrollTable = ({ label, columns, className, children, none }: Props) => (
  <ScrollRegion className="table-scroll" aria-label={label}>
    <table className={className === undefined ? 'table' : `table ${className}`}>
      <thead>
        <tr>
          {columns.map((name) => (
            <th scope="col" className={name === 'Actions' ? 'cell-actions' : undefined} key={name}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      {children}
    </table>
    {none && <p className="table-empty">{none}</p>}
  </ScrollRegion>
)
