import type { Column } from './columns.ts'

/** A link, by which a phone calls the number. */
export const phoneColumn = <Item extends { phone: string | null }>(): Column<Item> => ({
  id: 'phone',
  label: 'Phone',
  width: '8.5rem',
  leaves: 'earliest',
  cell: ({ phone }) =>
    phone === null ? 'Not provided' : <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>,
})
