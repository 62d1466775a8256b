import { useStore } from '@nanostores/react'
import type { MouseEvent } from 'react'
import type { AdminDashboard } from '../../../../contract/admin-dashboard.ts'
import { shortDuration } from '../../../lib/durations.ts'
import { waitingCount, waitingNames } from '../../../lib/labels.ts'
import { addressOf, defaultFilter } from '../../../lib/queue-filter.ts'
import { isPast, openTab, pageClock, tabAddress } from '../../../stores/admin/console.ts'
import { $pendingOwn } from '../../../stores/admin/pending.ts'

/** `oldest` is known only to who reads figures. */
type Kind = Pick<AdminDashboard['waiting'][number], 'topic' | 'count'> & { oldest?: string }

const ageOf = (timestamp: string) => shortDuration((pageClock.now() - Date.parse(timestamp)) / 1000)

/** Pending items by kind, with its oldest item, and links to where it is decided. */
export const Waiting = ({ kinds }: { kinds: readonly Kind[] }) => (
  <section className="tile tile-side" aria-labelledby="waiting-title">
    <h3 id="waiting-title">Waiting for you</h3>
    {kinds.length === 0 ? (
      <p className="quiet">All clear. Nothing is waiting for a decision.</p>
    ) : (
      <ul className="waiting-list">
        {kinds.map(({ topic, count, oldest }) => (
          <li key={topic}>
            <span>
              <strong>{waitingCount(topic, count)}</strong>
              {oldest !== undefined && (
                <span className="quiet">
                  , oldest <time dateTime={oldest}>{ageOf(oldest)}</time>
                </span>
              )}
            </span>
            <ReviewLink topic={topic} />
          </li>
        ))}
      </ul>
    )}
  </section>
)

/** Pending items of a person who reads no figures; nothing for a person who decides about none. */
export function WaitingNow() {
  const kinds = useStore($pendingOwn) ?? []
  return kinds.length > 0 && <Waiting kinds={kinds.filter(({ count }) => count > 0)} />
}

const pending: [string, string][] = [['status', 'pending']]

function ReviewLink({ topic }: Pick<Kind, 'topic'>) {
  const words = (
    <>
      Review<span className="visually-hidden"> {waitingNames(topic)}</span>
    </>
  )
  if (topic === 'moderation' || topic === 'appeals') {
    const filter = topic === 'appeals' ? { ...defaultFilter, status: 'appealed' as const } : defaultFilter
    return isPast ? null : <a href={addressOf(filter)}>{words}</a>
  }
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return // a new window
    event.preventDefault()
    openTab(topic, pending)
  }
  return (
    <a href={tabAddress(topic, pending)} onClick={open}>
      {words}
    </a>
  )
}
