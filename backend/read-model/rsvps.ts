import type { Knex } from 'knex'
import { campaignClock } from '../../contract/campaign-event-times.ts'
import type { OwnRegistration } from '../../contract/profile.ts'
import type { Rsvp } from '../../contract/rsvps.ts'
import { origin } from '../../records/origins.ts'
import { guest } from '../../records/rsvps.ts'
import { columnsOf, recordColumns } from './columns.ts'
import { withDistrict } from './districts.ts'
import { consentColumns, consentJoins, type ExportedConsent } from './exported-consent.ts'
import { isOwn, ownedBy, ownerOfAccount } from './own-items.ts'
import type { Paging } from './paging.ts'
import { fromSource } from './sources.ts'

/** As it is stored. */
type Stored = Omit<Rsvp, 'districtShare'>
export type RsvpRow = Stored & { campaignEventId: number; wasSeated: boolean; sequence: number }

const shown = {
  ...recordColumns('item', guest),
  ...recordColumns('item', origin),
  ...columnsOf('item', 'id, status, createdAt'),
}
const columns = { ...shown, ...columnsOf('item', 'campaignEventId, wasSeated, sequence') }

/** Null when it never existed. */
export async function rsvpRow(knex: Knex, id: number): Promise<RsvpRow | null> {
  const [row] = await knex({ item: 'read.rsvps' }).where({ id }).select<RsvpRow[]>(columns)
  return row ?? null
}

/** Confirmed and waiting registrations of an event or a person, in order of arrival. */
export const openRsvps = (
  knex: Knex,
  of: { campaign_event_id: number } | { subject: string } | { id: number },
): Promise<RsvpRow[]> =>
  knex({ item: 'read.rsvps' }).where(of).whereNot({ status: 'cancelled' }).orderBy('id').select<RsvpRow[]>(columns)

/** Number of registrations of this person for the event that were cancelled. */
export async function countCancelled(
  knex: Knex,
  { campaignEventId, subject }: { campaignEventId: number; subject: string },
): Promise<number> {
  const [row] = await knex('read.rsvps')
    .where({ campaign_event_id: campaignEventId, subject, status: 'cancelled' })
    .select<{ count: number }[]>(knex.raw('count(*)::integer AS count'))
  return row?.count ?? 0
}

/** Number of open registrations for the event that have the address of this guest, their own included. */
export async function rsvpsOfAddress(knex: Knex, { id, campaignEventId }: Pick<RsvpRow, 'id' | 'campaignEventId'>) {
  const [row] = await knex('read.rsvps')
    .where({ campaign_event_id: campaignEventId, subject: knex('read.rsvps').where({ id }).select('subject') })
    .whereNot({ status: 'cancelled' })
    .count<{ count: string }[]>()
  return Number(row?.count ?? 0)
}

export type ExportedGuest = Rsvp & ExportedConsent

/** Those with a seat or on the waiting list, in order of arrival; without a source, a list for the door that leaves out no one. */
export async function exportedGuests(
  knex: Knex,
  campaignEventId: number,
  { source }: { source?: string | undefined },
): Promise<ExportedGuest[]> {
  const { sql, values = [] } = source === undefined ? { sql: 'true' } : fromSource(source)
  const rows = await knex({ item: 'read.rsvps' })
    .joinRaw(consentJoins)
    .where({ 'item.campaign_event_id': campaignEventId })
    .whereNot({ 'item.status': 'cancelled' })
    .whereRaw(sql, [...values])
    .orderBy('item.id')
    .select<(Stored & ExportedConsent)[]>(shown, knex.raw(consentColumns))
  return rows.map(withDistrict)
}

/** The open registration of an account for an event, a seat before a place on the waiting list; null when there is none. */
export async function ownRsvpStatus(
  knex: Knex,
  campaignEventId: number,
  userId: number,
): Promise<'confirmed' | 'waiting' | null> {
  const { rows } = await knex.raw<{ rows: { status: 'confirmed' | 'waiting' }[] }>(
    `SELECT status FROM read.rsvps WHERE campaign_event_id = :campaignEventId AND status IN ('confirmed', 'waiting')
       AND id IN (SELECT item_id FROM read.history WHERE topic = 'rsvps' AND ${isOwn})
     ORDER BY status LIMIT 1`,
    { ...ownedBy(await ownerOfAccount(knex, userId)), campaignEventId },
  )
  return rows[0]?.status ?? null
}

type RegistrationRow = Omit<OwnRegistration, 'startsAt' | 'endsAt' | 'status'> & { id: number; isCancelled: boolean }

/** Where and when the events of these registrations are, by the number of the registration. */
export async function ownRegistrations(
  knex: Knex,
  ids: readonly number[],
  now = new Date(),
): Promise<Map<number, OwnRegistration>> {
  if (ids.length === 0) return new Map()
  const rows = await knex({ item: 'read.rsvps' })
    .join({ event: 'read.campaign_events' }, 'event.id', 'item.campaign_event_id')
    .whereIn('item.id', [...ids])
    .select<RegistrationRow[]>({
      ...columnsOf('item', 'id, name'),
      eventId: 'event.id',
      ...columnsOf('event', 'eventDate, startTime, endTime, location, isCancelled'),
      isPublic: 'event.is_active',
    })
  return new Map(
    rows.map(({ id, isCancelled, ...row }) => {
      const { startsAt, endsAt } = campaignClock.spanOf(row)
      const status = campaignClock.statusOf({ ...row, isCancelled }, now)
      return [id, { ...row, status, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }]
    }),
  )
}

/** Every registration for an event, cancelled ones included. */
export async function rsvpsOf(knex: Knex, campaignEventId: number, { page, limit, before }: Paging): Promise<Rsvp[]> {
  const rows = knex({ item: 'read.rsvps' }).where({ campaign_event_id: campaignEventId })
  if (before !== undefined) rows.where('id', '<', before)
  const found = await rows
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .select<Stored[]>(shown)
  return found.map(withDistrict)
}
