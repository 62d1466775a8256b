import { useStore } from '@nanostores/react'
import type { UnsentMails as Unsent, UnsentMail } from '../../../contract/unsent-mails.ts'
import { dateAndTime } from '../../lib/local-dates.ts'
import { unsentMails } from '../../stores/email-campaigns/unsent-mails.ts'
import { LoadFailure } from '../admin/LoadFailure.tsx'
import { Cell } from '../admin/table/Cell.tsx'
import { ScrollTable } from '../admin/table/ScrollTable.tsx'

const columns = ['Mail', 'To', 'Status', 'Mail server’s reply', 'First attempt']

/** Emails of the site that were refused; hidden while there are none. */
export function UnsentMails() {
  const state = useStore(unsentMails.$state)
  // The panel below shows the problem as well.
  if (state.status === 'offline' || state.status === 'loading') return null
  if (state.status === 'failed') return <LoadFailure state={state} onRetry={unsentMails.reload} />
  const { mails } = state.value
  if (mails.length === 0) return null
  return (
    <section className="card stack unsent-mails" aria-labelledby="unsent-mails-title">
      <h2 id="unsent-mails-title">Mail that wasn’t sent</h2>
      <p>{summary(state.value)}</p>
      <ScrollTable label="Table of mail that wasn’t sent" columns={columns}>
        <tbody>
          {mails.map((mail) => (
            <Row mail={mail} key={mail.id} />
          ))}
        </tbody>
      </ScrollTable>
      <p className="quiet small">
        On the server, <code>npm run admin -- unsent-mails</code> tries them again or skips them.
      </p>
    </section>
  )
}

const counted = (count: number) => (count === 1 ? 'one email' : `${count.toLocaleString('en-US')} emails`)

/** About mails of the site, such as registrations; an email campaign counts its own. */
function summary({ waiting, givenUp, mails }: Unsent): string {
  const sentences = [
    givenUp > 0 && `The site gave up on ${counted(givenUp)}.`,
    waiting > 0 && `The site will try ${counted(waiting)} again.`,
    waiting + givenUp > mails.length && `Here are the latest ${mails.length}.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

const Row = ({ mail: { id, title, email, state, reason, since, nextAttemptAt } }: { mail: UnsentMail }) => (
  <tr>
    <Cell label="Mail">
      {title} <span className="cell-excerpt">No. {id}</span>
    </Cell>
    <Cell label="To" className="cell-wide">
      {email ?? 'No longer known'}
    </Cell>
    <Cell label="Status">
      {state === 'given_up' ? (
        <span className="badge badge-bad">Given up</span>
      ) : (
        <>
          <span className="badge badge-waiting">Waiting</span>{' '}
          {nextAttemptAt !== null && <span className="cell-excerpt">until {dateAndTime(nextAttemptAt)}</span>}
        </>
      )}
    </Cell>
    <Cell label="Mail server’s reply">{reason}</Cell>
    <Cell label="First attempt">
      <time dateTime={since}>{dateAndTime(since)}</time>
    </Cell>
  </tr>
)
