import type { MouseEvent } from 'react'
import type { AdminDashboard } from '../../../../contract/admin-dashboard.ts'
import { waitingTopics } from '../../../lib/labels.ts'
import { shortDate } from '../../../lib/local-dates.ts'
import { addressOf, defaultFilter } from '../../../lib/queue-filter.ts'
import { openTab, tabAddress } from '../../../stores/admin/console.ts'

type Item = AdminDashboard['waiting'][number]

/** Pending items, oldest first, with links to where they are decided. */
export const Waiting = ({ items }: { items: readonly Item[] }) => (
  <section className="tile tile-side" aria-labelledby="waiting-title">
    <h3 id="waiting-title">Waiting for you</h3>
    {items.length === 0 ? (
      <p className="quiet">All clear. Nothing is waiting for a decision.</p>
    ) : (
      <ol className="waiting-list">
        {items.map((item) => (
          <li key={`${item.topic} ${item.id}`}>
            <WaitingLink item={item} />
            <span className="quiet">
              {waitingTopics[item.topic]}, since <time dateTime={item.createdAt}>{shortDate(item.createdAt)}</time>
            </span>
          </li>
        ))}
      </ol>
    )}
  </section>
)

const pending: [string, string][] = [['status', 'pending']]

function WaitingLink({ item: { topic, title } }: { item: Item }) {
  switch (topic) {
    case 'moderation':
      return <a href={addressOf(defaultFilter)}>{title}</a>
    case 'appeals':
      return <a href={addressOf({ ...defaultFilter, status: 'appealed' })}>{title}</a>
    case 'prayers':
    case 'endorsements': {
      const open = (event: MouseEvent) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return // a new window
        event.preventDefault()
        openTab(topic, pending)
      }
      return (
        <a href={tabAddress(topic, pending)} onClick={open}>
          {title}
        </a>
      )
    }
  }
}
