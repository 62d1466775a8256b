import type { AdminEndorsement } from '../../../../contract/endorsements.ts'
import { excerpt } from '../../../lib/names.ts'
import { createColumnChoice } from '../../../stores/admin/columns.ts'
import { Missing, RejectionReason, ReviewTable } from '../ReviewTable.tsx'
import { PersonName } from '../RowButton.tsx'
import type { Column } from '../table/columns.ts'
import { EmailAddress } from '../table/EmailAddress.tsx'

const choice = createColumnChoice('endorsements')
const columns: Column<AdminEndorsement>[] = [
  {
    id: 'name',
    label: 'Name',
    width: 'max(11rem, 14cqi)',
    isSortable: true,
    isName: true,
    cell: ({ id, name, isErased }) => (isErased ? name : <PersonName topic="endorsements" id={id} name={name} />),
  },
  {
    id: 'email',
    label: 'Email',
    width: '7rem',
    isSortable: true,
    leaves: 'next',
    cell: ({ email }) => <EmailAddress email={email} />,
  },
  {
    id: 'title',
    label: 'Title',
    width: '7rem',
    isSortable: true,
    leaves: 'first',
    cell: ({ title }) => title || <Missing />,
  },
  {
    id: 'endorsementText',
    label: 'Endorsement',
    isWide: true,
    card: 'line',
    cell: ({ endorsementText, rejectionReason }) => (
      <>
        {excerpt(endorsementText, 100) || <Missing />}
        <RejectionReason reason={rejectionReason} />
      </>
    ),
    full: ({ endorsementText }) => <p className="long-text">{endorsementText || '–'}</p>,
  },
]

export const Panel = () => (
  <ReviewTable topic="endorsements" choice={choice} columns={columns} nameOf={({ name }) => name} />
)
