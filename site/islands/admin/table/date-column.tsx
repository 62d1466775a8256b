import { shortDate } from '../../../lib/local-dates.ts'
import type { Column } from './columns.ts'

/** The column of the day on which a row was created, as 'MMM d, yyyy' (administration §9). */
export const createdColumn = <Item extends { createdAt: string }>(label: string): Column<Item> => ({
  id: 'createdAt',
  label,
  width: '7.5rem',
  isSortable: true,
  card: 'date',
  cell: ({ createdAt }) => <time dateTime={createdAt}>{shortDate(createdAt)}</time>,
})
