import { districtWords } from '../../../lib/districts.ts'
import type { Column } from './columns.ts'

/** Where a person lives; the opened row also says whether that is in the district. */
export const zipCodeColumn = <
  Item extends { zipCode: string | null; districtShare: number | null },
>(): Column<Item> => ({
  id: 'zipCode',
  label: 'ZIP Code',
  width: '6.5rem',
  leaves: 'earliest',
  cell: ({ zipCode }) => zipCode ?? 'Not provided',
  full: ({ zipCode, districtShare }) => (
    <>
      {zipCode ?? 'Not provided'}
      <p className="quiet">District</p>
      {districtWords(districtShare)}
    </>
  ),
})
