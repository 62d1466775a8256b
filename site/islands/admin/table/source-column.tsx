import type { Source } from '../../../../contract/sources.ts'
import type { Agreed } from '../../../../contract/wordings.ts'
import { agreedLabel } from '../../../../records/names.ts'
import { sourceName } from '../../../../records/origins.ts'
import { fullSource } from '../../../lib/sources.ts'
import { Agreement } from './Agreement.tsx'
import type { Column } from './columns.ts'

/** Where the visit began; the opened row also says where the act itself came from, and what the person agreed to. */
export const sourceColumn = <
  Item extends { firstSource: Source | null; actSource: Source | null; wording: Agreed | null },
>(): Column<Item> => ({
  id: 'source',
  label: 'Source',
  width: '8rem',
  isSortable: true,
  leaves: 'earliest',
  cell: ({ firstSource }) => sourceName(firstSource),
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
