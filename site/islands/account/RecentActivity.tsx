import { activityLabel } from '../../lib/labels.ts'
import { dateAndTime } from '../../lib/local-dates.ts'
import { activityList } from '../../stores/account/dashboard.ts'
import { LinesSkeleton } from '../ui/LinesSkeleton.tsx'
import { LoadedItems } from '../ui/LoadedItems.tsx'

/** The person’s activity on the site, from the log. */
export const RecentActivity = () => (
  <section className="card stack recent" aria-labelledby="recent-activity">
    <h2 id="recent-activity">Recent Activity</h2>
    <LoadedItems
      list={activityList}
      placeholder={<LinesSkeleton label="Loading your activity…" />}
      none={<p className="quiet">Nothing yet. What you do here will show up in this list.</p>}
    >
      {(items) => (
        <ol className="activity">
          {items.map(({ id, type, at }) => (
            <li key={id}>
              <span>{activityLabel(type)}</span>
              <time className="quiet small" dateTime={at}>
                {dateAndTime(at)}
              </time>
            </li>
          ))}
        </ol>
      )}
    </LoadedItems>
  </section>
)
