import type { Session } from '../../../contract/auth-sessions.ts'
import { signInMethods } from '../../lib/labels.ts'
import { dateAndTime } from '../../lib/local-dates.ts'
import { placeName } from '../../lib/names.ts'

/** An open session: the browser, and where, how and when its owner signed in. */
export const SessionFacts = ({ session }: { session: Session }) => {
  const { device, place, method, createdAt, lastSeenAt, isCurrent } = session
  return (
    <div>
      <p>
        <strong>{device}</strong> {isCurrent && <span className="badge badge-good">This session</span>}
      </p>
      <p className="quiet small">
        {placeName(place)} · {signInMethods[method]} · signed in {dateAndTime(createdAt)}, last seen{' '}
        {dateAndTime(lastSeenAt)}
      </p>
    </div>
  )
}
