import { useStore } from '@nanostores/react'
import { activityLabel } from '../../lib/labels.ts'
import { dateAndTime } from '../../lib/local-dates.ts'
import { activityList } from '../../stores/account/dashboard.ts'
import { LinesSkeleton } from '../ui/LinesSkeleton.tsx'
import { ListNotice } from '../ui/ListNotice.tsx'

/** The person’s activity on the site, from the log. */
export function RecentActivity() {
  return (
    <section className="card stack recent" aria-labelledby="recent-activity">
      <h2 id="recent-activity">Recent Activity</h2>
      <Entries />
    </section>
  )
}

function Entries() {
  const state = useStore(activityList.$state)
  switch (state.status) {
    case 'loading':
      return <LinesSkeleton label="Loading your activity…" />
    case 'failed':
    case 'offline':
      return <ListNotice isOffline={state.status === 'offline'} onRetry={activityList.reload} />
    case 'loaded':
      if (state.items.length === 0)
        return <p className="quiet">Nothing yet. What you do here will show up in this list.</p>
      return (
        <ol className="activity">
          {state.items.map(({ id, type, at }) => (
            <li key={id}>
              <span>{activityLabel(type)}</span>
              <time className="quiet small" dateTime={at}>
                {dateAndTime(at)}
              </time>
            </li>
          ))}
        </ol>
      )
  }
}
