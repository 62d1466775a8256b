import type { AdminPrayer } from '../../../contract/prayers.ts'
import { prayerReview } from '../../stores/admin/admin-prayers.ts'
import { createColumnChoice } from '../../stores/admin/columns.ts'
import { Missing, ReviewTable } from './ReviewTable.tsx'
import type { Column } from './table/columns.ts'
import { EmailAddress } from './table/EmailAddress.tsx'
import { LongText } from './table/LongText.tsx'

const choice = createColumnChoice('prayers')
const columns: Column<AdminPrayer>[] = [
  { id: 'firstName', label: 'Name', isSortable: true, isName: true, cell: ({ firstName }) => firstName },
  {
    id: 'email',
    label: 'Email',
    isSortable: true,
    cell: ({ email }) => (email === null ? <Missing /> : <EmailAddress email={email} />),
  },
  { id: 'location', label: 'Location', isSortable: true, cell: ({ location }) => location ?? <Missing /> },
  {
    id: 'prayer',
    label: 'Prayer',
    isWide: true,
    cell: ({ prayer, firstName }) => <LongText text={prayer} of={`prayer of ${firstName}`} />,
  },
]

export function AdminPrayers() {
  return (
    <ReviewTable
      review={prayerReview}
      choice={choice}
      topic="prayers"
      title="Prayers"
      nameOf={({ firstName }) => firstName}
      columns={columns}
    />
  )
}
