import type { AdminEndorsement } from '../../../contract/endorsements.ts'
import { endorsementReview } from '../../stores/admin/admin-endorsements.ts'
import { createColumnChoice } from '../../stores/admin/columns.ts'
import { Missing, ReviewTable } from './ReviewTable.tsx'
import type { Column } from './table/columns.ts'
import { EmailAddress } from './table/EmailAddress.tsx'
import { LongText } from './table/LongText.tsx'

const choice = createColumnChoice('endorsements')
const columns: Column<AdminEndorsement>[] = [
  { id: 'name', label: 'Name', isSortable: true, isName: true, cell: ({ name }) => name },
  { id: 'email', label: 'Email', isSortable: true, cell: ({ email }) => <EmailAddress email={email} /> },
  { id: 'title', label: 'Title', isSortable: true, cell: ({ title }) => title || <Missing /> },
  {
    id: 'endorsementText',
    label: 'Endorsement',
    isWide: true,
    cell: ({ endorsementText, name }) =>
      endorsementText === '' ? <Missing /> : <LongText text={endorsementText} of={`endorsement of ${name}`} />,
  },
]

export function AdminEndorsements() {
  return (
    <ReviewTable
      review={endorsementReview}
      choice={choice}
      topic="endorsements"
      title="Endorsements"
      nameOf={({ name }) => name}
      columns={columns}
    />
  )
}
