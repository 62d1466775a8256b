import { fullSource, shortSource } from '../../../lib/sources.ts'
import type { Column } from './columns.ts'

type Source = Parameters<typeof fullSource>[0]

/** Where the visit began; the opened row also says where the act itself came from. */
export const sourceColumn = <Item extends { firstSource: Source; actSource: Source }>(): Column<Item> => ({
  id: 'source',
  label: 'Source',
  width: '8rem',
  leaves: 'earliest',
  cell: ({ firstSource }) => shortSource(firstSource),
  full: ({ firstSource, actSource }) => (
    <>
      {fullSource(firstSource)}
      <p className="quiet">This act</p>
      {fullSource(actSource)}
    </>
  ),
})
