import type { Agreed } from '../../../../contract/wordings.ts'
import { agreedLabel } from '../../../../records/names.ts'
import { fullSource, shortSource } from '../../../lib/sources.ts'
import { Agreement } from './Agreement.tsx'
import type { Column } from './columns.ts'

type Source = Parameters<typeof fullSource>[0]

/** Where the visit began; the opened row also says where the act itself came from, and what the person agreed to. */
export const sourceColumn = <
  Item extends { firstSource: Source; actSource: Source; wording: Agreed | null },
>(): Column<Item> => ({
  id: 'source',
  label: 'Source',
  width: '8rem',
  leaves: 'earliest',
  cell: ({ firstSource }) => shortSource(firstSource),
  full: ({ firstSource, actSource, wording }) => (
    <>
      {fullSource(firstSource)}
      <p className="quiet">This act</p>
      {fullSource(actSource)}
      <p className="quiet">{agreedLabel}</p>
      <Agreement to={wording} />
    </>
  ),
})
