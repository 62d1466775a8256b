import type { Submission } from '../../../contract/profile.ts'
import { submissionLabel } from '../../../contract/topic-words.ts'
import { submissionStatus } from '../../lib/labels.ts'
import { dateAndTime } from '../../lib/local-dates.ts'
import { excerpt } from '../../lib/names.ts'
import { submissionList } from '../../stores/account/dashboard.ts'
import { LinesSkeleton } from '../ui/LinesSkeleton.tsx'
import { LoadedItems } from '../ui/LoadedItems.tsx'

/** The person’s submissions, and whether they were approved. */
export const Submissions = () => (
  <section className="card stack recent" aria-labelledby="submissions">
    <h2 id="submissions">What You Sent In</h2>
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
            <Item key={`${item.kind} ${item.id}`} {...item} />
          ))}
        </ul>
      )}
    </LoadedItems>
  </section>
)

function Item({ kind, excerpt: words, status, createdAt }: Submission) {
  const { label, badge } = submissionStatus[status]
  return (
    <li>
      <span>
        <strong>{submissionLabel(kind)}</strong>
        <span className={badge}>{label}</span>
      </span>
      {words !== '' && <span dir="auto">{excerpt(words, 80)}</span>}
      <time className="quiet small" dateTime={createdAt}>
        {dateAndTime(createdAt)}
      </time>
    </li>
  )
}
