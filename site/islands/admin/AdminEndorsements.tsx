import { shortDate } from '../../lib/local-dates.ts'
import { excerpt } from '../../lib/names.ts'
import { endorsementReview } from '../../stores/admin/admin-endorsements.ts'
import { ReviewTable } from './ReviewTable.tsx'

export function AdminEndorsements() {
  return (
    <ReviewTable
      review={endorsementReview}
      topic="endorsements"
      title="Endorsements"
      nameOf={({ name }) => name}
      columns={[
        { key: 'name', label: 'Name' },
        { key: 'email', label: 'Email' },
        { key: 'title', label: 'Title' },
        {
          key: 'endorsementText',
          label: 'Endorsement',
          isWide: true,
          show: ({ endorsementText }) => excerpt(endorsementText, 100),
        },
        { key: 'isApproved', label: 'Status' },
        { key: 'createdAt', label: 'Submitted', show: ({ createdAt }) => shortDate(createdAt) },
      ]}
    />
  )
}
