import type { PastSession } from '../../../contract/auth-sessions.ts'
import type { UserPastSession } from '../../../contract/users.ts'
import { durationText } from '../../lib/durations.ts'
import { signInMethods } from '../../lib/labels.ts'
import { dateAndTime } from '../../lib/local-dates.ts'
import { personName, placeName } from '../../lib/names.ts'
import { sessionEnds } from '../../lib/session-ends.ts'
import type { List } from '../../stores/lists/list-state.ts'
import { LoadedItems } from '../ui/LoadedItems.tsx'

/** For the person themselves, or for an admin. */
type Ended = PastSession & Partial<Pick<UserPastSession, 'endedBy'>>

/** Ended sessions, one’s own or another person’s. */
export function PastSessions({ list }: { list: Pick<List<Ended, object>, '$state' | 'reload'> }) {
  return (
    <details>
      <summary>Past sessions of the last 90 days</summary>
      <LoadedItems
        list={list}
        placeholder={<p role="status">Loading past sessions…</p>}
        none={<p className="quiet">No session has ended yet.</p>}
      >
        {(items) => (
          <ul className="rows" aria-label="Past sessions">
            {items.map((session) => (
              <PastSessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
      </LoadedItems>
    </details>
  )
}

const PastSessionRow = ({ session }: { session: Ended }) => {
  const { device, place, method, createdAt, endedAt, duration } = session
  return (
    <li>
      <div>
        <p>
          <strong>{device}</strong> {durationText(duration)}
        </p>
        <p className="quiet small">
          {placeName(place)} · {signInMethods[method]} · signed in {dateAndTime(createdAt)}
        </p>
        <p className="quiet small">
          Ended {dateAndTime(endedAt)}: {reason(session)}
        </p>
      </div>
    </li>
  )
}

const reason = ({ end, endedBy }: Ended) =>
  endedBy ? `ended by ${personName(endedBy) ?? `person ${endedBy.id}`}` : sessionEnds[end]
