import { type Decider, DomainError, type Fact, type PersonalFields } from './decider.ts'

type Words = {
  prayerId: number
  subject: string
  firstName: string
  email: string | null
  location: string | null
  prayer: string
}
type Id = { prayerId: number }

export type PrayerCommand = Fact<'SubmitPrayer', Words> | Fact<'ApprovePrayer', Id> | Fact<'DeletePrayer', Id>
export type PrayerEvent = Fact<'PrayerSubmitted', Words> | Fact<'PrayerApproved', Id> | Fact<'PrayerDeleted', Id>

type Prayer = { status: 'unknown' | 'pending' | 'approved' | 'deleted' }

export const prayerStream = (prayerId: number) => `prayer-${prayerId}`

export const prayerPersonalFields = {
  PrayerSubmitted: { firstName: 'Erased', email: null, location: null, prayer: '[erased]' },
} satisfies PersonalFields<PrayerEvent>

export const prayers: Decider<Prayer, PrayerCommand, PrayerEvent> = {
  initialState: { status: 'unknown' },
  decide(command, { status }) {
    switch (command.type) {
      case 'SubmitPrayer':
        if (status !== 'unknown') throw new DomainError('conflict', 'This prayer was already submitted.')
        return [{ type: 'PrayerSubmitted', data: command.data }]
      case 'ApprovePrayer':
        if (status === 'unknown' || status === 'deleted') throw new DomainError('not_found', 'Prayer not found.')
        return status === 'approved' ? [] : [{ type: 'PrayerApproved', data: command.data }]
      case 'DeletePrayer':
        if (status === 'unknown') throw new DomainError('not_found', 'Prayer not found.')
        return status === 'deleted' ? [] : [{ type: 'PrayerDeleted', data: command.data }]
    }
  },
  evolve(_prayer, event) {
    switch (event.type) {
      case 'PrayerSubmitted':
        return { status: 'pending' }
      case 'PrayerApproved':
        return { status: 'approved' }
      case 'PrayerDeleted':
        return { status: 'deleted' }
    }
  },
}
