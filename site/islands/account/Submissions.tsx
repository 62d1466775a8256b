import { useStore } from '@nanostores/react'
import type { OwnRegistration, Submission } from '../../../contract/profile.ts'
import { submissionLabel } from '../../../contract/topic-words.ts'
import { weekdayAndDate } from '../../lib/dates.ts'
import { eventTime } from '../../lib/event-times.ts'
import { submissionStatus } from '../../lib/labels.ts'
import { dateAndTime } from '../../lib/local-dates.ts'
import { excerpt } from '../../lib/names.ts'
import { eventPath } from '../../lib/paths.ts'
import { submissionList } from '../../stores/account/dashboard.ts'
import { $ownAct, closeOwnAct, type OwnAct, ownActs } from '../../stores/account/own-items.ts'
import { DialogOnDemand } from '../admin/DialogOnDemand.tsx'
import { LinesSkeleton } from '../ui/LinesSkeleton.tsx'
import { LoadedItems } from '../ui/LoadedItems.tsx'

const loadDialog = async () => (await import('./OwnItemDialog.tsx')).OwnItemDialog

/** The person’s submissions, their state, and what the person can still do about them. */
export const Submissions = () => (
  <section className="card stack recent" aria-labelledby="submissions">
    <h2 id="submissions">What You Sent In</h2>
    <SubmissionItems />
  </section>
)

/** The same without a card, for the page of a mailed link. */
export const SubmissionItems = () => (
  <>
    <LoadedItems
      list={submissionList}
      placeholder={<LinesSkeleton label="Loading what you sent in…" />}
      none={
        <p className="quiet">Nothing yet. Prayers, endorsements and posts show up here, with our team’s decision.</p>
      }
    >
      {(items) => (
        <ul className="account-links submissions">
          {items.map((item) => (
            <Item key={`${item.kind} ${item.id}`} item={item} />
          ))}
        </ul>
      )}
    </LoadedItems>
    <DialogOnDemand isOpen={useStore($ownAct) !== null} load={loadDialog} onFailed={closeOwnAct} />
  </>
)

const actLabels = { correct: 'Correct', withdraw: 'Withdraw', rename: 'Change name', cancel: 'Cancel registration' }

function Item({ item }: { item: Submission }) {
  const { kind, excerpt: words, status, createdAt, registration } = item
  const { label, badge } = submissionStatus[status]
  const acts = ownActs(item)
  return (
    <li>
      <span>
        <strong>{submissionLabel(kind)}</strong>
        <span className={badge}>{label}</span>
      </span>
      {registration ? (
        <Place title={words} registration={registration} />
      ) : (
        words !== '' && <span dir="auto">{excerpt(words, 80)}</span>
      )}
      <time className="quiet small" dateTime={createdAt}>
        {dateAndTime(createdAt)}
      </time>
      {acts.length > 0 && (
        <div className="submission-acts">
          {acts.map((act) => (
            <ActButton key={act} act={act} item={item} />
          ))}
        </div>
      )}
    </li>
  )
}

const ActButton = ({ act, item }: { act: OwnAct; item: Submission }) => (
  <button
    className="button button-small"
    type="button"
    aria-label={`${actLabels[act]}: ${excerpt(item.excerpt, 40)}`}
    onClick={() => $ownAct.set({ act, item })}
  >
    {actLabels[act]}
  </button>
)

/** The event that the person registered for: its day, its place and its page. */
function Place({ title, registration }: { title: string; registration: OwnRegistration }) {
  const { name, eventId, eventDate, location, status, isPublic } = registration
  return (
    <>
      <span dir="auto">{isPublic ? <a href={eventPath(eventId)}>{title}</a> : title}</span>
      <span className="small">
        {weekdayAndDate(eventDate)}, {eventTime(registration)}
        {status === 'cancelled' && '. The event is cancelled.'}
      </span>
      {location !== null && (
        <span className="small" dir="auto">
          {location}
        </span>
      )}
      <span className="quiet small" dir="auto">
        For {name}
      </span>
    </>
  )
}
