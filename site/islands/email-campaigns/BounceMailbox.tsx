import { useStore } from '@nanostores/react'
import { dateAndTime } from '../../lib/local-dates.ts'
import { bounceMailbox } from '../../stores/email-campaigns/unsent-mails.ts'
import { LoadFailure } from '../admin/LoadFailure.tsx'

/** The bounce mailbox’s problems, and its messages that could not be read; hidden while there are none. */
export function BounceMailbox() {
  const state = useStore(bounceMailbox.$state)
  // The panel below shows the problem as well.
  if (state.status === 'offline' || state.status === 'loading') return null
  if (state.status === 'failed') return <LoadFailure state={state} onRetry={bounceMailbox.reload} />
  const { problem, setAside, latest, unknownReports = [] } = state.value
  if (problem === null && latest === null && unknownReports.length === 0) return null
  const messages = setAside === 1 ? 'One message' : `${setAside.toLocaleString('en-US')} messages`
  return (
    <section className="card stack unsent-mails" aria-labelledby="bounce-mailbox-title">
      <h2 id="bounce-mailbox-title">Mailbox for bounces</h2>
      {problem !== null && <p role="alert">{problem} Until then, bounces and complaints wait there.</p>}
      {latest !== null && (
        <p>
          {messages} of the last 90 days couldn’t be read and {setAside === 1 ? 'is' : 'are'} flagged in the mailbox.
          The latest, on <time dateTime={latest.at}>{dateAndTime(latest.at)}</time>: {latest.reason} Every other message
          was read.
        </p>
      )}
      {unknownReports.length > 0 && (
        <p>
          Some reports changed nothing: this site doesn’t recognize their kind, or nothing proves that they are about a
          recent email of ours: {unknownReports.map(({ kind, count }) => `${kind} (${count})`).join(', ')}.
        </p>
      )}
    </section>
  )
}
