import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import type { Donation } from '../../../contract/donations.ts'
import { publicDate } from '../../lib/dates.ts'
import { cycleNames, cycleYears } from '../../lib/election-cycles.ts'
import { dateAndTime, shortDate } from '../../lib/local-dates.ts'
import { tableExportPath } from '../../lib/paths.ts'
import { createColumnChoice } from '../../stores/admin/columns.ts'
import { openHistory } from '../../stores/admin/history.ts'
import { donationList } from '../../stores/imports/donations.ts'
import { importList } from '../../stores/imports/imports.ts'
import { $may } from '../../stores/rights.ts'
import { ExportLinks } from '../admin/ExportLinks.tsx'
import { AddByHand } from '../admin/entry/AddByHand.tsx'
import { PersonName, RowButton } from '../admin/RowButton.tsx'
import type { Column, Filter } from '../admin/table/columns.ts'
import { DataTable } from '../admin/table/DataTable.tsx'
import { EmailAddress } from '../admin/table/EmailAddress.tsx'
import { PersonDetails } from '../admin/table/PersonDetails.tsx'
import { DonationAmount } from './DonationAmount.tsx'

const choice = createColumnChoice('donations')
const none = '–'

const nameOf = ({ firstName, lastName, isErased }: Donation) =>
  isErased ? 'a donor who was erased' : `${firstName} ${lastName}`.trim()

const columns: Column<Donation>[] = [
  {
    id: 'name',
    label: 'Donor',
    width: 'max(11rem, 14cqi)',
    isSortable: true,
    isName: true,
    cell: (gift) =>
      gift.isErased ? (
        'Erased'
      ) : (
        <>
          <PersonName topic="donations" id={gift.id} name={nameOf(gift)} />{' '}
          {!gift.isPublic && <span className="badge">Anonymous</span>}
        </>
      ),
  },
  {
    id: 'email',
    label: 'Email',
    isSortable: true,
    card: 'line',
    cell: ({ email, isErased }) => (isErased ? none : <EmailAddress email={email} />),
  },
  {
    id: 'createdAt',
    label: 'Date',
    width: '7.5rem',
    isSortable: true,
    card: 'date',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{publicDate(createdAt)}</time>,
  },
  {
    id: 'amount',
    label: 'Amount',
    width: '9.5rem',
    isSortable: true,
    card: 'badge',
    cell: (gift) => <DonationAmount {...gift} />,
  },
  { id: 'cycle', label: 'Cycle', leaves: 'early', cell: ({ cycle }) => cycleNames(cycle) },
  {
    id: 'source',
    label: 'Source',
    width: '9.5rem',
    leaves: 'first',
    cell: ({ file }) =>
      file === null ? (
        none
      ) : (
        <>
          {file.platform ?? 'A file'} <span className="cell-excerpt">{shortDate(file.importedAt)}</span>
        </>
      ),
    full: ({ file }) =>
      file === null ? (
        none
      ) : (
        <>
          {file.platform ?? 'A file'}, imported <time dateTime={file.importedAt}>{dateAndTime(file.importedAt)}</time>
        </>
      ),
  },
  { id: 'paymentId', label: 'Payment ID', leaves: 'next', cell: ({ paymentId }) => paymentId ?? none },
]

const cycles: Filter = {
  name: 'cycle',
  label: 'Cycle',
  options: cycleYears(new Date()).map((year) => [String(year), cycleNames(year)]),
}

const refunds: Filter = {
  name: 'refunded',
  label: 'Refunds',
  options: Object.entries({ yes: 'Refunded', no: 'Not refunded' }),
}

/** The list of donations below the totals; focused when a button above filters it. */
const place = 'donations'

/** Shows the gifts of one donor or of one import, and moves there. */
export function showDonations(filter: 'donor' | 'import', id: string): void {
  donationList.filterBy(filter, id)
  document.getElementById(place)?.focus()
}

const noFiles = atom({ status: 'loading' } as const)

/** Every gift by itself. */
export function Donations() {
  const may = useStore($may)
  const state = useStore(may('imports') ? importList.$state : noFiles)
  const files = state.status === 'loaded' ? state.value.filter(({ kind }) => kind === 'donations') : []
  const imports: Filter = {
    name: 'import',
    label: 'Import',
    options: files.map(({ id, platform, startedAt }) => [
      id,
      `${dateAndTime(startedAt)}${platform === null ? '' : `, ${platform}`}`,
    ]),
  }
  return (
    <div className="donations" id={place} tabIndex={-1}>
      <DataTable
        list={donationList}
        choice={choice}
        title="Donations"
        noun="donations"
        columns={columns}
        filters={[cycles, imports, refunds]}
        none="No donations imported yet."
        buttons={2}
        details={PersonDetails}
        nameOf={(gift) => `donation of ${nameOf(gift)}`}
        tools={
          <>
            <AddByHand kind="donations" reload={donationList.reload} />
            <ExportLinks list={donationList} path={(format) => tableExportPath('donations', format)} hasPeople />
          </>
        }
        note={<OneDonor />}
        actions={(gift) => (
          <>
            {!gift.isErased && (
              <RowButton
                icon="user"
                label={`All donations of ${nameOf(gift)}`}
                onClick={() => donationList.filterBy('donor', gift.donorId)}
              />
            )}
            <RowButton
              icon="history"
              label={`History of the donation of ${nameOf(gift)}`}
              onClick={() => openHistory('donations', gift.id)}
            />
          </>
        )}
      />
    </div>
  )
}

/** Says that only the gifts of one person are shown: the toolbar has no field for that. */
function OneDonor() {
  const query = useStore(donationList.$query)
  const state = useStore(donationList.$state)
  if (query?.filter.donor === undefined) return null
  const [gift] = state.status === 'loaded' ? state.items : []
  return (
    <p className="one-donor" role="status">
      Only donations of {gift ? nameOf(gift) : 'one donor'}.{' '}
      <button type="button" className="button button-small" onClick={() => donationList.filterBy('donor', '')}>
        Show all donors
      </button>
    </p>
  )
}
