import type { AdminDashboard } from '../../../../contract/admin-dashboard.ts'
import { dayAndTime } from '../../../lib/local-dates.ts'
import { personName } from '../../../lib/names.ts'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { Cell } from '../table/Cell.tsx'

type Props = { items: AdminDashboard['recentActivity'] }

/** The latest things that people did on the site (administration §2). */
export const RecentActivity = ({ items }: Props) => (
  <section className="latest-activity" aria-labelledby="activity-title">
    <div className="tile">
      <h3 id="activity-title">Recent Activity</h3>
      {items.length === 0 ? (
        <p className="quiet">No activity yet.</p>
      ) : (
        <ScrollRegion className="latest-activity-scroll" aria-label="Table of recent activity">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Action</th>
                <th scope="col">User</th>
                <th scope="col">Page</th>
                <th scope="col">Time</th>
              </tr>
            </thead>
            <tbody>
              {items.map(({ id, action, user, page, createdAt }) => (
                <tr key={id}>
                  <Cell label="Action">{action}</Cell>
                  <Cell label="User">{user === null ? 'Anonymous' : (personName(user) ?? 'N/A')}</Cell>
                  <Cell label="Page">{page}</Cell>
                  <Cell label="Time">
                    <time dateTime={createdAt}>{dayAndTime(createdAt)}</time>
                  </Cell>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </div>
  </section>
)
