import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { messages } from '../../lib/messages.ts'
import { toolRights } from '../../lib/tool-rights.ts'
import { $current, $filter, $isNarrowed, clearFilter, queue, step } from '../../stores/moderation/moderation.ts'
import { decide } from '../../stores/moderation/moderation-decisions.ts'
import { $mayOnce } from '../../stores/rights.ts'
import { AdminGate } from '../admin/AdminGate.tsx'
import { HistoryOnDemand } from '../admin/HistoryOnDemand.tsx'
import { Icon } from '../ui/Icon.tsx'
import { LoadMore } from '../ui/LoadMore.tsx'
import { RetryNotice } from '../ui/RetryNotice.tsx'
import { useKeys } from '../ui/use-keys.ts'
import { ModerationAccuracy } from './ModerationAccuracy.tsx'
import { ModerationCard, notesOf } from './ModerationCard.tsx'
import { ModerationFilters } from './ModerationFilters.tsx'
import { ModerationHelp } from './ModerationHelp.tsx'
import { ModerationPolicy } from './ModerationPolicy.tsx'
import { ModerationSelection } from './ModerationSelection.tsx'

/** The moderation queue, for staff (administration §2). */
export const Moderation = () => (
  <AdminGate rights={toolRights.moderation}>
    <Parts />
    <HistoryOnDemand />
  </AdminGate>
)

/** Single posts, and for some staff the policy. */
function Parts() {
  const may = useStore($mayOnce)
  return (
    <div className="moderation">
      <div className="moderation-main">
        <ModerationFilters />
        <Queue />
        <ModerationAccuracy />
      </div>
      <div className="moderation-side">
        <ModerationHelp />
        {may('settings') && <ModerationPolicy />}
      </div>
    </div>
  )
}

/** j and k move down and up, a approves and r rejects the current card; holding a key down decides once. */
function onKey(event: KeyboardEvent): boolean {
  const current = $current.get()
  if (event.key === 'j' || event.key === 'k') {
    const id = step(event.key === 'j' ? 1 : -1)
    if (id !== null) document.getElementById(`item-${id}`)?.focus()
  } else if ((event.key === 'a' || event.key === 'r') && current !== null && $filter.get().status !== 'decided') {
    if (!event.repeat) void decide(event.key === 'a' ? 'approve' : 'reject', current, notesOf(current))
  } else return false
  return true
}

/** Nothing is waiting, or nothing matches the filters. */
function Empty() {
  const { status, violationType, contentType } = useStore($filter)
  const isNarrowed = useStore($isNarrowed)
  const { none, noneDecided, noMatch } = messages.moderation
  const isWhole = violationType === 'all' && contentType === 'all'
  const { title, description } = !isNarrowed ? none : status === 'decided' && isWhole ? noneDecided : noMatch
  return (
    <div className="card all-clear" id="no-items" role="status" tabIndex={-1}>
      <Icon name={isNarrowed ? 'question' : 'check'} size={44} />
      <h2>{title}</h2>
      <p className="quiet">{description}</p>
      {isNarrowed && (
        <button className="button button-small" type="button" onClick={clearFilter}>
          Show everything waiting
        </button>
      )}
    </div>
  )
}

/** When the focused card is decided, the focus moves to the next one, or to the empty state. */
function useFocusOnNext(): void {
  const state = useStore(queue.$state)
  const current = useStore($current)
  const hadItems = useRef(false)
  useEffect(() => {
    if (state.status !== 'loaded') {
      hadItems.current = false
      return
    }
    const isLost = hadItems.current && document.activeElement === document.body
    hadItems.current = state.items.length > 0
    if (isLost && (current !== null || state.items.length === 0))
      document.getElementById(state.items.length === 0 ? 'no-items' : `item-${current}`)?.focus()
  }, [state, current])
}

function Queue() {
  const state = useStore(queue.$state)
  useFocusOnNext()
  useKeys(onKey)
  switch (state.status) {
    case 'loading':
      return (
        <div className="queue" role="status" aria-label="Loading the queue">
          {['first', 'second'].map((key) => (
            <div className="card queue-item" key={key}>
              <span className="skeleton skeleton-title" />
              <span className="skeleton" />
              <span className="skeleton" />
            </div>
          ))}
        </div>
      )
    case 'failed':
    case 'offline':
      return <RetryNotice onRetry={queue.reload}>{messages.moderation.loadFailed.description}</RetryNotice>
    case 'loaded':
      if (state.items.length === 0) return <Empty />
      return (
        <>
          <ModerationSelection items={state.items} />
          <ul className="queue">
            {state.items.map((item) => (
              <li key={item.id}>
                <ModerationCard item={item} />
              </li>
            ))}
          </ul>
          {state.hasMore && <LoadMore onClick={queue.loadMore} />}
        </>
      )
  }
}
