import { columnsIn, personalColumns } from '../../records/columns.ts'
import { erasedIn } from '../../records/erasures.ts'
import { searchIndex } from '../../records/list-sql.ts'
import { guest } from '../../records/rsvps.ts'
import { valuesIn } from '../../records/values.ts'
import type { RsvpEvent } from '../domain/rsvps.ts'
import type { SubjectEvent } from '../domain/subjects.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import { columnsOf, countsBy, insert, type Projection, update, updateWhere } from '../kernel/projector/projection.ts'
import { originColumns, originRow } from './origins.ts'
import { eraseItems, type UserErased } from './user-erasures.ts'

const erased = columnsOf(erasedIn(guest))

type Registered = Recorded<Extract<RsvpEvent, { type: 'RsvpConfirmed' | 'RsvpWaitlisted' }>>

const registered = ({ data, revision, metadata }: Registered, status: 'confirmed' | 'waiting') => [
  insert('rsvps', {
    ...columnsOf({ id: data.rsvpId, campaignEventId: data.campaignEventId, subject: data.subject }),
    ...columnsOf(valuesIn(guest, data)),
    ...originRow(data),
    status,
    was_seated: status === 'confirmed',
    sequence: revision,
    created_at: metadata.at,
  }),
]

/** Table `rsvps`: everyone who ever registered for a calendar event. Seats are counted from it. */
export const rsvpsProjection: Projection<RsvpEvent | SubjectEvent | UserErased> = {
  name: 'rsvps',
  version: 6,
  tables: {
    rsvps: {
      columns: {
        id: 'integer NOT NULL',
        campaign_event_id: 'integer NOT NULL',
        ...columnsIn(guest),
        ...originColumns,
        status: 'text NOT NULL',
        /** Has, or had, a seat, and maybe the event in a calendar. */
        was_seated: 'boolean NOT NULL',
        /** Revision of the last change: with that of the event, calendar programs tell versions apart. */
        sequence: 'integer NOT NULL',
        created_at: 'timestamptz NOT NULL',
        subject: 'uuid NOT NULL',
      },
      primaryKey: ['id'],
      personal: personalColumns(guest),
      countedIn: 'rsvp_counts',
      indexes: {
        rsvps_event: '(campaign_event_id, status)',
        rsvps_subject: '(subject)',
        rsvps_search: searchIndex(guest),
      },
    },
    rsvp_counts: countsBy({ campaign_event_id: 'integer NOT NULL', status: 'text NOT NULL' }),
  },
  on: {
    RsvpConfirmed: (event) => registered(event, 'confirmed'),
    RsvpWaitlisted: (event) => registered(event, 'waiting'),
    RsvpAddressMoved: ({ data: { rsvpId, subject, email } }) => [update('rsvps', { id: rsvpId }, { subject, email })],
    RsvpNameCorrected: ({ data: { rsvpId, name } }) => [update('rsvps', { id: rsvpId }, { name })],
    RsvpPromoted: ({ data, revision }) => [
      update('rsvps', { id: data.rsvpId }, { status: 'confirmed', was_seated: true, sequence: revision }),
    ],
    RsvpCancelled: ({ data, revision }) => [
      update('rsvps', { id: data.rsvpId }, { status: 'cancelled', sequence: revision }),
    ],
    // A separate event frees the seat: reactors/rsvps.ts.
    UserErased: (event) => eraseItems(event, 'rsvps', { table: 'rsvps', set: erased }),
    SubjectErased: ({ data: { subject } }) => [updateWhere('rsvps', { subject }, erased)],
  },
}
