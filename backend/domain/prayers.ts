import { type Decider, DomainError, type Fact } from './decider.ts'

type Words = {
  prayerId: number
  subject: string
  firstName: string
  email: string | null
  location: string | null
  prayer: string
}
type Id = { prayerId: number }
type Reason = Id & { reason: string }

export type PrayerCommand =
  | Fact<'SubmitPrayer', Words>
  | Fact<'ApprovePrayer', Id>
  | Fact<'RejectPrayer', Reason>
  | Fact<'DeletePrayer', Id>
  | Fact<'RestorePrayer', Id>
/**
 * `hasEmail` tells it without the address, which an erasure removes. Absent: there is no address, or the event is an
 * old one.
 */
export type PrayerEvent =
  | Fact<'PrayerSubmitted', Words & { hasEmail?: true }>
  | Fact<'PrayerApproved', Id>
  | Fact<'PrayerRejected', Reason & { subject: string }>
  | Fact<'PrayerDeleted', Id>
  | Fact<'PrayerRestored', Id>

type Prayer = { status: 'unknown' } | { status: 'pending' | 'approved' | 'rejected' | 'deleted'; subject: string }

export const prayerStream = (prayerId: number) => `prayer-${prayerId}`

const notFound = () => new DomainError('not_found', 'Prayer not found.')

export const prayers: Decider<Prayer, PrayerCommand, PrayerEvent> = {
  initialState: { status: 'unknown' },
  decide(command, prayer) {
    switch (command.type) {
      case 'SubmitPrayer':
        if (prayer.status !== 'unknown') throw new DomainError('conflict', 'This prayer was already submitted.')
        return [
          {
            type: 'PrayerSubmitted',
            data: { ...command.data, ...(command.data.email !== null && { hasEmail: true }) },
          },
        ]
      case 'ApprovePrayer':
        if (prayer.status === 'unknown' || prayer.status === 'deleted') throw notFound()
        return prayer.status === 'approved' ? [] : [{ type: 'PrayerApproved', data: command.data }]
      case 'RejectPrayer':
        if (prayer.status === 'unknown' || prayer.status === 'deleted') throw notFound()
        if (prayer.status === 'approved')
          throw new DomainError('conflict', 'This prayer is already approved. Delete it to take it off the site.')
        if (prayer.status === 'rejected') return []
        return [{ type: 'PrayerRejected', data: { ...command.data, subject: prayer.subject } }]
      case 'DeletePrayer':
        if (prayer.status === 'unknown') throw notFound()
        return prayer.status === 'deleted' ? [] : [{ type: 'PrayerDeleted', data: command.data }]
      case 'RestorePrayer':
        if (prayer.status === 'unknown') throw notFound()
        return prayer.status === 'deleted' ? [{ type: 'PrayerRestored', data: command.data }] : []
    }
  },
  evolve(prayer, event) {
    switch (event.type) {
      case 'PrayerSubmitted':
        return { status: 'pending', subject: event.data.subject }
      case 'PrayerApproved':
        return moved(prayer, 'approved')
      case 'PrayerRejected':
        return moved(prayer, 'rejected')
      case 'PrayerDeleted':
        return moved(prayer, 'deleted')
      case 'PrayerRestored':
        return moved(prayer, 'pending')
    }
  },
}

const moved = (prayer: Prayer, status: 'pending' | 'approved' | 'rejected' | 'deleted'): Prayer =>
  prayer.status === 'unknown' ? prayer : { ...prayer, status }
