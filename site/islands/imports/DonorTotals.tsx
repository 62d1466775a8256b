import { useStore } from '@nanostores/react'
import { dollars } from '../../lib/campaign-words.ts'
import { publicDate } from '../../lib/dates.ts'
import { donorTotals } from '../../stores/imports/imports.ts'
import { LoadFailure } from '../admin/LoadFailure.tsx'

/** What each donor gave in each federal election cycle, without refunds. */
export function DonorTotals() {
  const state = useStore(donorTotals.$state)
  if (state.status === 'failed' || state.status === 'offline')
    return <LoadFailure state={state} onRetry={donorTotals.reload} />
  const donors = state.status === 'loaded' ? state.value : []
  return (
    <section aria-labelledby="donors-title" aria-busy={state.status === 'loading'}>
      <div className="table-head">
        <h2 id="donors-title">Donors</h2>
        <input
          className="input"
          type="search"
          aria-label="Search donors"
          placeholder="Name, email or payment ID"
          onChange={({ currentTarget }) => donorTotals.refine({ q: currentTarget.value })}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className="table-scroll" tabIndex={0} aria-label="Table of donors">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Donor</th>
              <th scope="col">Email</th>
              <th scope="col">Cycle</th>
              <th scope="col">Gifts</th>
              <th scope="col">Total</th>
              <th scope="col">Last gift</th>
            </tr>
          </thead>
          <tbody>
            {donors.map(({ firstName, lastName, email, cycle, gifts, total, lastAt }) => (
              <tr key={`${email} ${cycle}`}>
                <th scope="row" data-label="Donor">
                  {firstName} {lastName}
                </th>
                <td data-label="Email">{email}</td>
                <td data-label="Cycle">{`${cycle - 1}–${cycle}`}</td>
                <td data-label="Gifts">{gifts.toLocaleString('en-US')}</td>
                <td data-label="Total">{dollars(total)}</td>
                <td data-label="Last gift">
                  <time dateTime={lastAt}>{publicDate(lastAt)}</time>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {state.status === 'loaded' && donors.length === 0 && <p className="table-empty">No donations found.</p>}
      </section>
      {donors.length === 500 && <p className="quiet small">The 500 largest. Search for others.</p>}
    </section>
  )
}
