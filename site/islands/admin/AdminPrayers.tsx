import { shortDate } from '../../lib/local-dates.ts'
import { excerpt } from '../../lib/names.ts'
import { prayerReview } from '../../stores/admin/admin-prayers.ts'
import { ReviewTable } from './ReviewTable.tsx'

export function AdminPrayers() {
  return (
    <ReviewTable
      review={prayerReview}
      topic="prayers"
      title="Prayers"
      nameOf={({ firstName }) => firstName}
      columns={[
        { key: 'firstName', label: 'Name' },
        { key: 'email', label: 'Email' },
        { key: 'location', label: 'Location' },
        { key: 'prayer', label: 'Prayer', isWide: true, show: ({ prayer }) => excerpt(prayer, 100) },
        { key: 'isApproved', label: 'Status' },
        { key: 'createdAt', label: 'Submitted', show: ({ createdAt }) => shortDate(createdAt) },
      ]}
    />
  )
}
