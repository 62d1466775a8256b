import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { AdminCampaignEvent } from '../../contract/campaign-events.ts'
import { calendarDate, clockTime, shortDate } from '../lib/dates.ts'
import { eventStatus } from '../lib/labels.ts'
import { messages } from '../lib/messages.ts'
import { excerpt } from '../lib/names.ts'
import {
  $busyEvents,
  $campaignEvents,
  $edited,
  callOffCampaignEvent,
  loadCampaignEvents,
  loadMoreCampaignEvents,
  removeCampaignEvent,
} from '../stores/admin-campaign-events.ts'
import { openHistory } from '../stores/history.ts'
import { CampaignEventDialog } from './CampaignEventDialog.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Icon } from './Icon.tsx'

type Asked = { what: 'delete' | 'cancel'; event: AdminCampaignEvent } | null

export function AdminCampaignEvents() {
  const state = useStore($campaignEvents)
  const [asked, setAsked] = useState<Asked>(null)
  useEffect(() => {
    void loadCampaignEvents()
  }, [])
  if (state.status === 'failed')
    return (
      <div className="notice" role="alert">
        <p>{state.message}</p>
        <button className="button button-small" type="button" onClick={loadCampaignEvents}>
          Try again
        </button>
      </div>
    )
  const isLoading = state.status === 'loading'
  return (
    <section aria-labelledby="campaign-events-title" aria-busy={isLoading}>
      <div className="table-head">
        <h2 id="campaign-events-title">Events</h2>
        <button className="button button-small button-primary" type="button" onClick={() => $edited.set('new')}>
          Create Event
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className="table-scroll" tabIndex={0} aria-label="Table of events">
        <table className="table">
          <thead>
            <tr>
              {['Title', 'Date', 'Location', 'Registered', 'Status', 'Created'].map((label) => (
                <th scope="col" key={label}>
                  {label}
                </th>
              ))}
              <th scope="col" className="cell-actions">
                Actions
              </th>
            </tr>
          </thead>
          <tbody>
            {isLoading ? (
              <SkeletonRows />
            ) : (
              state.items.map((event) => <EventRow event={event} onAsk={setAsked} key={event.id} />)
            )}
          </tbody>
        </table>
        {state.status === 'loaded' && state.items.length === 0 && <p className="table-empty">No events found.</p>}
      </section>
      <div className="table-foot">
        <p className="quiet small" role="status">
          {isLoading ? 'Loading…' : `Showing ${state.items.length} loaded.`}
        </p>
        {state.status === 'loaded' && state.hasMore && (
          <button className="button button-small" type="button" onClick={loadMoreCampaignEvents}>
            Load more
          </button>
        )}
      </div>
      <CampaignEventDialog />
      <ConfirmDialog
        isOpen={asked?.what === 'delete'}
        question={messages.event.confirmDelete}
        detail="It disappears from the calendar and from this list. Nobody is told: to tell those who registered, cancel it first. Its history stays."
        confirm="Delete event"
        onConfirm={() => asked !== null && removeCampaignEvent(asked.event.id)}
        onClose={() => setAsked(null)}
      />
      <ConfirmDialog
        isOpen={asked?.what === 'cancel'}
        question={messages.event.confirmCancel}
        detail="It stays in the calendar as cancelled, for good, and everybody who registered gets a mail."
        confirm="Cancel event"
        onConfirm={() => asked !== null && callOffCampaignEvent(asked.event.id)}
        onClose={() => setAsked(null)}
      />
    </section>
  )
}

function EventRow({ event, onAsk }: { event: AdminCampaignEvent; onAsk: (asked: Asked) => void }) {
  const isBusy = useStore($busyEvents).includes(event.id)
  const canCancel = event.status === 'upcoming' || event.status === 'ongoing'
  return (
    <tr>
      <td className="cell-wide">
        {event.title}
        {event.description !== null && <p className="cell-excerpt">{excerpt(event.description, 100)}</p>}
      </td>
      <td>
        <time dateTime={event.eventDate}>{calendarDate(event.eventDate)}</time>
        <p className="quiet">{event.startTime === null ? 'Time TBD' : clockTime(event.startTime)}</p>
      </td>
      <td>{event.location ?? 'TBD'}</td>
      <td>
        {event.capacity === null ? (
          <span className="quiet">–</span>
        ) : (
          <>
            {event.seatsTaken} of {event.capacity}
            {event.waiting > 0 && <p className="quiet">{event.waiting} waiting</p>}
          </>
        )}
      </td>
      <td>
        <span className={event.isActive ? 'badge badge-good' : 'badge'}>{event.isActive ? 'Active' : 'Inactive'}</span>{' '}
        {event.status === 'cancelled' && (
          <span className={eventStatus.cancelled.badge}>{eventStatus.cancelled.label}</span>
        )}
      </td>
      <td className="cell-createdAt">
        <time dateTime={event.createdAt}>{shortDate(event.createdAt)}</time>
      </td>
      <td className="cell-actions">
        <Action icon="edit" label={`Edit event ${event.title}`} onClick={() => $edited.set(event)} />
        <Action
          icon="history"
          label={`History of the event ${event.title}`}
          onClick={() => openHistory('campaign-events', event.id)}
        />
        {canCancel && (
          <Action
            icon="ban"
            label={`Cancel event ${event.title}`}
            isBusy={isBusy}
            onClick={() => onAsk({ what: 'cancel', event })}
          />
        )}
        <Action
          icon="trash"
          label={`Delete event ${event.title}`}
          isBusy={isBusy}
          onClick={() => onAsk({ what: 'delete', event })}
        />
      </td>
    </tr>
  )
}

function Action({
  icon,
  label,
  isBusy = false,
  onClick,
}: {
  icon: 'edit' | 'history' | 'ban' | 'trash'
  label: string
  isBusy?: boolean
  onClick: () => void
}) {
  return (
    <button
      className={`icon-button icon-${icon}`}
      type="button"
      aria-label={label}
      title={label}
      disabled={isBusy}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  )
}

function SkeletonRows() {
  return ['a', 'b', 'c'].map((row) => (
    <tr key={row}>
      {['title', 'date', 'location', 'registered', 'status', 'created', 'actions'].map((cell) => (
        <td key={cell}>
          <span className="skeleton" />
        </td>
      ))}
    </tr>
  ))
}
