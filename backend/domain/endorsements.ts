import { type endorsement, endorsementWords } from '../../records/endorsements.ts'
import type { HandEntry, MaybeByHand } from '../../records/hand-entry.ts'
import type { Origin } from '../../records/origins.ts'
import type { rejection } from '../../records/review.ts'
import { type Correction, corrected, isSame, type Values, valuesIn } from '../../records/values.ts'
import type { Decider, Fact } from '../kernel/eventlog/decider.ts'
import { moved, type Reviewed, reviewOf, reworded } from './review.ts'

type Id = { endorsementId: number }
type Words = Id & { subject: string } & Values<typeof endorsement>
/** The words as staff corrected them; a field that is left out stays. */
type Said = Id & Partial<Correction<typeof endorsementWords>>
/** `isReworded`: the text itself changed, not only the facts beside it. */
type Corrected = Id & { subject: string; isReworded: boolean } & Values<typeof endorsementWords>
/** `author`: the subject of the person who asks, as far as the item is theirs. */
type Own = Id & { author: string }
type State = Reviewed<Values<typeof endorsementWords>>
type Reason = Id & Values<typeof rejection>

export type EndorsementCommand =
  | Fact<'SubmitEndorsement', Words & Origin>
  /** By staff, such as from a letter. */
  | Fact<'EnterEndorsement', Words & HandEntry>
  | Fact<'CorrectEndorsement', Said>
  | Fact<'ApproveEndorsement', Id>
  | Fact<'RejectEndorsement', Reason>
  | Fact<'DeleteEndorsement', Id>
  | Fact<'RestoreEndorsement', Id>
  | Fact<'CorrectEndorsementAsAuthor', Said & Own>
  | Fact<'WithdrawEndorsement', Own>
export type EndorsementEvent =
  | Fact<'EndorsementSubmitted', Words & MaybeByHand & Origin>
  | Fact<'EndorsementCorrected', Corrected>
  | Fact<'EndorsementApproved', Id>
  | Fact<'EndorsementRejected', Reason & { subject: string }>
  | Fact<'EndorsementDeleted', Id>
  | Fact<'EndorsementRestored', Id>
  /** It waits for review again. */
  | Fact<'EndorsementCorrectedByAuthor', Id & { subject: string } & Values<typeof endorsementWords>>
  | Fact<'EndorsementWithdrawn', Id & { subject: string }>

export const endorsementStream = (endorsementId: number) => `endorsement-${endorsementId}`

const review = reviewOf('endorsement')

export const endorsements: Decider<State, EndorsementCommand, EndorsementEvent> = {
  initialState: { status: 'unknown' },
  decide(command, endorsement) {
    switch (command.type) {
      case 'SubmitEndorsement':
      case 'EnterEndorsement':
        review.requireNew(endorsement)
        return [{ type: 'EndorsementSubmitted', data: command.data }]
      case 'CorrectEndorsement': {
        const { subject, words } = review.corrects(endorsement)
        const { endorsementId, ...said } = command.data
        const now = corrected(endorsementWords, words, said)
        if (isSame(endorsementWords, words, now)) return []
        return [
          {
            type: 'EndorsementCorrected',
            data: { endorsementId, subject, ...now, isReworded: now.endorsementText !== words.endorsementText },
          },
        ]
      }
      case 'ApproveEndorsement':
        return review.approves(endorsement) ? [{ type: 'EndorsementApproved', data: command.data }] : []
      case 'RejectEndorsement': {
        const person = review.rejects(endorsement)
        return person ? [{ type: 'EndorsementRejected', data: { ...command.data, ...person } }] : []
      }
      case 'DeleteEndorsement':
        return review.deletes(endorsement) ? [{ type: 'EndorsementDeleted', data: command.data }] : []
      case 'RestoreEndorsement':
        return review.restores(endorsement) ? [{ type: 'EndorsementRestored', data: command.data }] : []
      case 'CorrectEndorsementAsAuthor': {
        const { endorsementId, author, ...said } = command.data
        const { subject, words } = review.correctsOwn(endorsement, author)
        const now = corrected(endorsementWords, words, said)
        if (isSame(endorsementWords, words, now)) return []
        return [{ type: 'EndorsementCorrectedByAuthor', data: { endorsementId, subject, ...now } }]
      }
      case 'WithdrawEndorsement': {
        const { endorsementId, author: subject } = command.data
        return review.withdraws(endorsement, subject)
          ? [{ type: 'EndorsementWithdrawn', data: { endorsementId, subject } }]
          : []
      }
    }
  },
  evolve(endorsement, event) {
    switch (event.type) {
      case 'EndorsementSubmitted':
        return { status: 'pending', subject: event.data.subject, words: valuesIn(endorsementWords, event.data) }
      case 'EndorsementCorrected':
        return reworded(endorsement, valuesIn(endorsementWords, event.data))
      case 'EndorsementApproved':
        return moved(endorsement, 'approved')
      case 'EndorsementRejected':
        return moved(endorsement, 'rejected')
      case 'EndorsementDeleted':
        return moved(endorsement, 'deleted')
      case 'EndorsementRestored':
        return moved(endorsement, 'pending')
      case 'EndorsementCorrectedByAuthor':
        return moved(reworded(endorsement, valuesIn(endorsementWords, event.data)), 'pending')
      case 'EndorsementWithdrawn':
        return moved(endorsement, 'withdrawn')
    }
  },
}
