import { useStore } from '@nanostores/react'
import { dateAndTime } from '../../lib/local-dates.ts'
import { decideComplaint, heldComplaints } from '../../stores/email-campaigns/unsent-mails.ts'
import { LoadFailure } from '../admin/LoadFailure.tsx'

/** Complaints that may be forged, for staff to decide; hidden while there are none. */
export function HeldComplaints() {
  const state = useStore(heldComplaints.$state)
  if (state.status === 'offline' || state.status === 'loading') return null
  if (state.status === 'failed') return <LoadFailure state={state} onRetry={heldComplaints.reload} />
  if (state.value.length === 0) return null
  return (
    <section className="card stack unsent-mails" aria-labelledby="held-complaints-title">
      <h2 id="held-complaints-title">Spam complaints to decide</h2>
      <p>
        Nothing proves who sent these complaints. Read them in the mailbox for bounces. Until you decide, these people
        get campaign mail.
      </p>
      <ul className="held-complaints">
        {state.value.map(({ email, at }) => (
          <li key={email}>
            <p>
              <bdi>{email}</bdi>, <time dateTime={at}>{dateAndTime(at)}</time>
            </p>
            <div>
              <button className="button button-small" type="button" onClick={() => decideComplaint(email, false)}>
                Dismiss<span className="visually-hidden"> the complaint of {email}</span>
              </button>
              <button className="button button-small" type="button" onClick={() => decideComplaint(email, true)}>
                Stop mail<span className="visually-hidden"> to {email}</span>
              </button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
