import type { AdminPrayer } from '../../../../contract/prayers.ts'
import { excerpt } from '../../../lib/names.ts'
import { createColumnChoice } from '../../../stores/admin/columns.ts'
import { Missing, RejectionReason, ReviewTable } from '../ReviewTable.tsx'
import { PersonName } from '../RowButton.tsx'
import type { Column } from '../table/columns.ts'
import { EmailAddress } from '../table/EmailAddress.tsx'

const choice = createColumnChoice('prayers')
const columns: Column<AdminPrayer>[] = [
  {
    id: 'firstName',
    label: 'Name',
    width: '8rem',
    isSortable: true,
    isName: true,
    cell: ({ id, firstName, isErased }) =>
      isErased ? firstName : <PersonName topic="prayers" id={id} name={firstName} />,
  },
  {
    id: 'email',
    label: 'Email',
    width: '7rem',
    isSortable: true,
    leaves: 'next',
    cell: ({ email }) => (email === null ? <Missing /> : <EmailAddress email={email} />),
  },
  {
    id: 'location',
    label: 'Location',
    width: '7rem',
    isSortable: true,
    leaves: 'first',
    cell: ({ location }) => location ?? <Missing />,
  },
  {
    id: 'prayer',
    label: 'Prayer',
    isWide: true,
    card: 'line',
    cell: ({ prayer, rejectionReason }) => (
      <>
        {excerpt(prayer, 100)}
        <RejectionReason reason={rejectionReason} />
      </>
    ),
    full: ({ prayer }) => <p className="long-text">{prayer}</p>,
  },
]

export const Panel = () => (
  <ReviewTable topic="prayers" choice={choice} columns={columns} nameOf={({ firstName }) => firstName} />
)
