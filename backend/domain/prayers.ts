import type { Origin } from '../../records/origins.ts'
import type { prayer } from '../../records/prayers.ts'
import type { rejection } from '../../records/review.ts'
import type { Values } from '../../records/values.ts'
import type { Decider, Fact } from '../kernel/eventlog/decider.ts'
import { moved, type Reviewed, reviewOf } from './review.ts'

type Id = { prayerId: number }
type Words = Id & { subject: string } & Values<typeof prayer>
type Reason = Id & Values<typeof rejection>

export type PrayerCommand =
  | Fact<'SubmitPrayer', Words & Origin>
  | Fact<'ApprovePrayer', Id>
  | Fact<'RejectPrayer', Reason>
  | Fact<'DeletePrayer', Id>
  | Fact<'RestorePrayer', Id>
/**
 * `hasEmail` tells it without the address, which an erasure removes. Absent: there is no address, or the event is an
 * old one.
 */
export type PrayerEvent =
  | Fact<'PrayerSubmitted', Words & { hasEmail?: true } & Origin>
  | Fact<'PrayerApproved', Id>
  | Fact<'PrayerRejected', Reason & { subject: string }>
  | Fact<'PrayerDeleted', Id>
  | Fact<'PrayerRestored', Id>

export const prayerStream = (prayerId: number) => `prayer-${prayerId}`

const review = reviewOf('prayer')

export const prayers: Decider<Reviewed, PrayerCommand, PrayerEvent> = {
  initialState: { status: 'unknown' },
  decide(command, prayer) {
    switch (command.type) {
      case 'SubmitPrayer':
        review.requireNew(prayer)
        return [
          {
            type: 'PrayerSubmitted',
            data: { ...command.data, ...(command.data.email !== null && { hasEmail: true }) },
          },
        ]
      case 'ApprovePrayer':
        return review.approves(prayer) ? [{ type: 'PrayerApproved', data: command.data }] : []
      case 'RejectPrayer': {
        const person = review.rejects(prayer)
        return person ? [{ type: 'PrayerRejected', data: { ...command.data, ...person } }] : []
      }
      case 'DeletePrayer':
        return review.deletes(prayer) ? [{ type: 'PrayerDeleted', data: command.data }] : []
      case 'RestorePrayer':
        return review.restores(prayer) ? [{ type: 'PrayerRestored', data: command.data }] : []
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
