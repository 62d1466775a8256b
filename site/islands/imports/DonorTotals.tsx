import { useStore } from '@nanostores/react'
import { Fragment, useId, useState } from 'react'
import { dollars } from '../../../records/money.ts'
import { publicDate } from '../../lib/dates.ts'
import { cycleNames, cycleYears } from '../../lib/election-cycles.ts'
import { createGifts, type DonorRow, donorTotals, searchDonors } from '../../stores/imports/donations.ts'
import { LoadFailure } from '../admin/LoadFailure.tsx'
import { EmailAddress } from '../admin/table/EmailAddress.tsx'
import { ScrollTable } from '../admin/table/ScrollTable.tsx'
import { Chooser } from '../ui/Chooser.tsx'
import { Icon } from '../ui/Icon.tsx'
import { LoadMore } from '../ui/LoadMore.tsx'
import { DonationAmount } from './DonationAmount.tsx'
import { showDonations } from './Donations.tsx'

const columns = ['Donor', 'Email', 'Cycle', 'Gifts', 'Total', 'Last gift']
const cycles = [
  ['', 'All'],
  ...cycleYears(new Date()).map((year) => [String(year), cycleNames(year)] as const),
] as const

/** Sum that each donor gave in each federal election cycle, without refunds; each line opens to its gifts. */
export function DonorTotals() {
  const state = useStore(donorTotals.$state)
  const isLoading = useStore(donorTotals.$isLoading)
  const query = useStore(donorTotals.$query)
  const donors = state.status === 'loaded' ? state.items : []
  const isFailed = state.status === 'failed' || state.status === 'offline'
  return (
    <section aria-labelledby="donors-title" aria-busy={isLoading}>
      <div className="table-head">
        <h2 id="donors-title">Donors</h2>
      </div>
      <search className="toolbar">
        <label className="search">
          <span className="visually-hidden">Search donors</span>
          <Icon name="search" size={18} />
          <input
            className="input"
            type="search"
            dir="auto"
            placeholder="Search"
            maxLength={100}
            onChange={({ currentTarget }) => searchDonors(currentTarget.value)}
          />
        </label>
        <Chooser
          label="Cycle"
          value={String(query?.cycle ?? '')}
          options={cycles}
          className="filter"
          onChoose={(cycle) => void donorTotals.refine({ cycle })}
        />
      </search>
      {isFailed ? (
        <LoadFailure state={state} onRetry={donorTotals.reload} />
      ) : (
        <ScrollTable
          label="Table of donors"
          columns={columns}
          className="donor-lines"
          none={state.status === 'loaded' && donors.length === 0 && 'No donations found.'}
        >
          <tbody>
            {donors.map((donor) => (
              <DonorLines donor={donor} key={donor.id} />
            ))}
          </tbody>
        </ScrollTable>
      )}
      {state.status === 'loaded' && (
        <div className="table-foot">
          <p className="quiet small" role="status">
            {donors.length > 0 &&
              `Showing ${donors.length.toLocaleString('en-US')} of ${(state.total ?? 0).toLocaleString('en-US')}, the largest first`}
          </p>
          {state.hasMore && <LoadMore onClick={() => void donorTotals.loadMore()} />}
        </div>
      )}
    </section>
  )
}

function DonorLines({ donor }: { donor: DonorRow }) {
  const { donorId, firstName, lastName, email, cycle, gifts, total, refunded, lastAt } = donor
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <Fragment>
      <tr>
        <th scope="row" data-label="Donor">
          <button
            type="button"
            className="donor-toggle"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {firstName} {lastName} <span className="visually-hidden">in {cycleNames(cycle)}, gifts</span>
          </button>
        </th>
        <td className="cell-email" data-label="Email">
          <EmailAddress email={email} />
        </td>
        <td className="cell-cycle" data-label="Cycle">
          {cycleNames(cycle)}
        </td>
        <td data-label="Gifts">{gifts.toLocaleString('en-US')}</td>
        <td data-label="Total">
          <div>
            {dollars(total)}
            {refunded > 0 && <span className="cell-excerpt refund">after refunds of {dollars(-refunded)}</span>}
          </div>
        </td>
        <td data-label="Last gift">
          <time dateTime={lastAt}>{publicDate(lastAt)}</time>
        </td>
      </tr>
      {isOpen && (
        <tr className="donor-gifts" id={id}>
          <td colSpan={6}>
            <Gifts donor={donor} />
            <button type="button" className="button button-small" onClick={() => showDonations('donor', donorId)}>
              All cycles of {firstName} {lastName}
            </button>
          </td>
        </tr>
      )}
    </Fragment>
  )
}

function Gifts({ donor }: { donor: DonorRow }) {
  const [gifts] = useState(() => createGifts(donor))
  const state = useStore(gifts.$state)
  if (state.status === 'failed' || state.status === 'offline')
    return <LoadFailure state={state} onRetry={gifts.reload} />
  if (state.status === 'loading') return <p className="quiet">Loading…</p>
  return (
    <>
      <ul className="gift-list">
        {state.items.map((gift) => (
          <li key={gift.id}>
            <time dateTime={gift.createdAt}>{publicDate(gift.createdAt)}</time>
            <div>
              <DonationAmount {...gift} />
            </div>
            <span className="quiet small">{gift.file?.platform ?? 'A file'}</span>
            {gift.paymentId !== null && <span className="quiet small">{gift.paymentId}</span>}
          </li>
        ))}
      </ul>
      {state.hasMore && <LoadMore onClick={() => void gifts.loadMore()} />}
    </>
  )
}
