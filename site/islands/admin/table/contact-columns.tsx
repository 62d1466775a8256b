import { districtWords } from '../../../lib/districts.ts'
import type { Column } from './columns.ts'

/** A link, by which a phone calls the number. */
export const phoneColumn = <Item extends { phone: string | null }>(): Column<Item> => ({
  id: 'phone',
  label: 'Phone',
  width: '8.5rem',
  leaves: 'earliest',
  cell: ({ phone }) => (phone ? <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a> : 'Not provided'),
})

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
