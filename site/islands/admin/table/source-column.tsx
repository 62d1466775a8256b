import type { Source } from '../../../../contract/sources.ts'
import { sourceName } from '../../../../records/origins.ts'
import { fullSource } from '../../../lib/sources.ts'
import type { Column } from './columns.ts'

/** Where the visit began; the opened row also says where the act itself came from. */
export const sourceColumn = <
  Item extends { firstSource: Source | null; actSource: Source | null },
>(): Column<Item> => ({
  id: 'source',
  label: 'Source',
  width: '8rem',
  isSortable: true,
  leaves: 'earliest',
  cell: ({ firstSource }) => sourceName(firstSource),
  full: ({ firstSource, actSource }) => (
    <>
      {fullSource(firstSource)}
      <p className="quiet">This act</p>
      {fullSource(actSource)}
    </>
  ),
})
