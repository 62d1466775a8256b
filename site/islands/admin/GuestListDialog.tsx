import { useStore } from '@nanostores/react'
import { useMemo, useState } from 'react'
import type { AdminCampaignEvent } from '../../../contract/campaign-events.ts'
import type { Rsvp } from '../../../contract/rsvps.ts'
import { isFrom, sourceName } from '../../../records/origins.ts'
import { districtWords } from '../../lib/districts.ts'
import { rsvpStatus, seatCount } from '../../lib/labels.ts'
import { dateAndTime } from '../../lib/local-dates.ts'
import { messages } from '../../lib/messages.ts'
import { guestFilePath } from '../../lib/paths.ts'
import { countedSources, sourceChoices } from '../../lib/sources.ts'
import {
  $guestListEvent,
  $ownGuestListEvent,
  closeGuests,
  createGuestList,
  reloadEvents,
} from '../../stores/admin/guests.ts'
import { openHistory } from '../../stores/admin/history.ts'
import { $may, $mayOnce } from '../../stores/rights.ts'
import { DownloadLink } from '../security/DownloadLink.tsx'
import { Chooser } from '../ui/Chooser.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Modal, ModalActions } from '../ui/Modal.tsx'
import { AdminTable } from './AdminTable.tsx'
import { AddByHand } from './entry/AddByHand.tsx'
import { PersonName, RowButton } from './RowButton.tsx'
import { Cell } from './table/Cell.tsx'
import { EmailAddress } from './table/EmailAddress.tsx'

/** Who is coming to an event and who is on the waiting list, with a file for checking people in. */
export const GuestListDialog = () => (useStore($mayOnce)('events', 'guests') ? <Listed /> : <Own />)

function Listed() {
  const event = useStore($guestListEvent)
  return <Dialog event={event} {...(event && { lead: totals(event) })} />
}

const Own = () => <Dialog event={useStore($ownGuestListEvent)} />

type DialogProps = { event: Pick<AdminCampaignEvent, 'id' | 'title'> | null; lead?: string }

const Dialog = ({ event, lead }: DialogProps) => (
  <Modal isOpen={event !== null} title={event?.title} {...(lead && { lead })} isWide onClose={closeGuests}>
    {event !== null && <Guests eventId={event.id} />}
    <ModalActions leave="Close" />
  </Modal>
)

function totals({ capacity, seatsTaken, waiting }: AdminCampaignEvent): string {
  const registered = capacity === null ? `${seatsTaken} registered` : `${seatsTaken} of ${seatCount(capacity)} taken`
  return `${registered}, ${waiting} waiting.`
}

const columns = ['Name', 'Email', 'Status', 'Registered at', 'Source', 'ZIP code']

const places = ['confirmed', 'waiting', 'cancelled']
const byName = new Intl.Collator('en-US').compare

const nameOfSource = ({ firstSource }: Rsvp) => sourceName(firstSource)

/** Registered guests first, each group by name. */
const forTheDoor = (guests: Rsvp[]) =>
  guests.toSorted((a, b) => places.indexOf(a.status) - places.indexOf(b.status) || byName(a.name, b.name))

function Guests({ eventId }: { eventId: number }) {
  const { list, removeGuest } = useMemo(() => createGuestList(eventId), [eventId])
  const busy = useStore(list.$busy)
  const reload = () => Promise.all([list.reload(), reloadEvents()])
  const [source, setSource] = useState('')
  const state = useStore(list.$state)
  const sources = sourceChoices(countedSources(state.status === 'loaded' ? state.items.map(nameOfSource) : []), source)
  const [pendingRemoval, setPendingRemoval] = useState<Rsvp | null>(null)
  const may = useStore($may)
  return (
    <AdminTable
      list={list}
      topic="guests"
      title="Guests"
      columns={columns}
      row={(guest) => (
        <GuestRow
          guest={guest}
          isBusy={busy.includes(guest.id)}
          onRemove={() => setPendingRemoval(guest)}
          key={guest.id}
        />
      )}
      order={(guests) => forTheDoor(guests.filter((guest) => source === '' || isFrom(nameOfSource(guest), source)))}
      isCompact
      filter={
        sources.length > 1 && (
          <Chooser
            label="Source"
            value={source}
            options={[['', 'All'], ...sources]}
            className="filter"
            onChoose={setSource}
          />
        )
      }
      none={messages.guests.none}
      tools={
        <div className="actions">
          <AddByHand kind="guests" eventId={eventId} reload={reload} />
          {may('export') && <DownloadLink href={guestFilePath(eventId, source)}>Export CSV</DownloadLink>}
        </div>
      }
    >
      <ConfirmDialog
        isOpen={pendingRemoval !== null}
        question={messages.guests.confirmRemove}
        {...(pendingRemoval !== null && { subject: `${pendingRemoval.name}, ${pendingRemoval.email}` })}
        detail="They’ll get an email. Their seat goes to the next person on the waiting list, who gets an email too."
        confirm="Remove guest"
        keep="Keep guest"
        onConfirm={() => pendingRemoval !== null && removeGuest(pendingRemoval.id)}
        onClose={() => setPendingRemoval(null)}
      />
    </AdminTable>
  )
}

function GuestRow({ guest, isBusy, onRemove }: { guest: Rsvp; isBusy: boolean; onRemove: () => void }) {
  const { id, name, email, status, createdAt, firstSource, zipCode, districtShare } = guest
  const { label, badge } = rsvpStatus[status]
  const may = useStore($may)
  return (
    <tr>
      <Cell label="Name">{may('guests') ? <PersonName topic="rsvps" id={id} name={name} /> : name}</Cell>
      <Cell label="Email" className="cell-email">
        <EmailAddress email={email} />
      </Cell>
      <Cell label="Status" className="cell-status">
        <span className={badge}>{label}</span>
      </Cell>
      <Cell label="Registered at" className="cell-createdAt">
        <time dateTime={createdAt}>{dateAndTime(createdAt)}</time>
      </Cell>
      <Cell label="Source" className="cell-source">
        {sourceName(firstSource)}
      </Cell>
      <Cell label="ZIP code" className="cell-zipCode">
        {[zipCode ?? 'Not provided', districtShare !== null && districtWords(districtShare)]
          .filter(Boolean)
          .join(' · ')}
      </Cell>
      <td className="cell-actions">
        {may('guests') && (
          <RowButton
            icon="history"
            label={`History of the registration of ${name}`}
            onClick={() => openHistory('rsvps', id)}
          />
        )}
        {status !== 'cancelled' && (
          <RowButton icon="trash" label={`Remove guest ${name}`} isBusy={isBusy} onClick={onRemove} />
        )}
      </td>
    </tr>
  )
}
