import type { HandEntry, MaybeByHand } from '../../records/hand-entry.ts'
import type { Origin } from '../../records/origins.ts'
import { type prayer, prayerWords } from '../../records/prayers.ts'
import type { rejection } from '../../records/review.ts'
import { type Correction, corrected, isSame, type Values, valuesIn } from '../../records/values.ts'
import type { Decider, Fact } from '../kernel/eventlog/decider.ts'
import { moved, type Reviewed, reviewOf, reworded } from './review.ts'

type Id = { prayerId: number }
type Words = Id & { subject: string } & Values<typeof prayer>
/** The words as staff corrected them; a field that is left out stays. */
type Said = Id & Partial<Correction<typeof prayerWords>>
/** `isReworded`: the text itself changed, not only the facts beside it. */
type Corrected = Id & { subject: string; isReworded: boolean } & Values<typeof prayerWords>
/** `author`: the subject of the person who asks, as far as the item is theirs. */
type Own = Id & { author: string }
type State = Reviewed<Values<typeof prayerWords>>
type Reason = Id & Values<typeof rejection>

export type PrayerCommand =
  | Fact<'SubmitPrayer', Words & Origin>
  /** By staff, such as from a letter. */
  | Fact<'EnterPrayer', Words & HandEntry>
  | Fact<'CorrectPrayer', Said>
  | Fact<'ApprovePrayer', Id>
  | Fact<'RejectPrayer', Reason>
  | Fact<'DeletePrayer', Id>
  | Fact<'RestorePrayer', Id>
  | Fact<'CorrectPrayerAsAuthor', Said & Own>
  | Fact<'WithdrawPrayer', Own>
/**
 * `hasEmail` tells it without the address, which an erasure removes. Absent: there is no address, or the event is an
 * old one.
 */
export type PrayerEvent =
  | Fact<'PrayerSubmitted', Words & { hasEmail?: true } & MaybeByHand & Origin>
  | Fact<'PrayerCorrected', Corrected>
  | Fact<'PrayerApproved', Id>
  | Fact<'PrayerRejected', Reason & { subject: string }>
  | Fact<'PrayerDeleted', Id>
  | Fact<'PrayerRestored', Id>
  /** It waits for review again. */
  | Fact<'PrayerCorrectedByAuthor', Id & { subject: string } & Values<typeof prayerWords>>
  | Fact<'PrayerWithdrawn', Id & { subject: string }>

export const prayerStream = (prayerId: number) => `prayer-${prayerId}`

const review = reviewOf('prayer')

export const prayers: Decider<State, PrayerCommand, PrayerEvent> = {
  initialState: { status: 'unknown' },
  decide(command, prayer) {
    switch (command.type) {
      case 'SubmitPrayer':
      case 'EnterPrayer':
        review.requireNew(prayer)
        return [
          {
            type: 'PrayerSubmitted',
            data: { ...command.data, ...(command.data.email !== null && { hasEmail: true }) },
          },
        ]
      case 'CorrectPrayer': {
        const { subject, words } = review.corrects(prayer)
        const { prayerId, ...said } = command.data
        const now = corrected(prayerWords, words, said)
        if (isSame(prayerWords, words, now)) return []
        return [
          {
            type: 'PrayerCorrected',
            data: { prayerId, subject, ...now, isReworded: now.prayer !== words.prayer },
          },
        ]
      }
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
      case 'CorrectPrayerAsAuthor': {
        const { prayerId, author, ...said } = command.data
        const { subject, words } = review.correctsOwn(prayer, author)
        const now = corrected(prayerWords, words, said)
        if (isSame(prayerWords, words, now)) return []
        return [{ type: 'PrayerCorrectedByAuthor', data: { prayerId, subject, ...now } }]
      }
      case 'WithdrawPrayer': {
        const { prayerId, author: subject } = command.data
        return review.withdraws(prayer, subject) ? [{ type: 'PrayerWithdrawn', data: { prayerId, subject } }] : []
      }
    }
  },
  evolve(prayer, event) {
    switch (event.type) {
      case 'PrayerSubmitted':
        return { status: 'pending', subject: event.data.subject, words: valuesIn(prayerWords, event.data) }
      case 'PrayerCorrected':
        return reworded(prayer, valuesIn(prayerWords, event.data))
      case 'PrayerApproved':
        return moved(prayer, 'approved')
      case 'PrayerRejected':
        return moved(prayer, 'rejected')
      case 'PrayerDeleted':
        return moved(prayer, 'deleted')
      case 'PrayerRestored':
        return moved(prayer, 'pending')
      case 'PrayerCorrectedByAuthor':
        return moved(reworded(prayer, valuesIn(prayerWords, event.data)), 'pending')
      case 'PrayerWithdrawn':
        return moved(prayer, 'withdrawn')
    }
  },
}
