import type { endorsement } from '../../records/endorsements.ts'
import type { Origin } from '../../records/origins.ts'
import type { rejection } from '../../records/review.ts'
import type { Values } from '../../records/values.ts'
import type { Decider, Fact } from '../kernel/eventlog/decider.ts'
import { moved, type Reviewed, reviewOf } from './review.ts'

type Id = { endorsementId: number }
type Words = Id & { subject: string } & Values<typeof endorsement>
type Reason = Id & Values<typeof rejection>

export type EndorsementCommand =
  | Fact<'SubmitEndorsement', Words & Origin>
  | Fact<'ApproveEndorsement', Id>
  | Fact<'RejectEndorsement', Reason>
  | Fact<'DeleteEndorsement', Id>
  | Fact<'RestoreEndorsement', Id>
export type EndorsementEvent =
  | Fact<'EndorsementSubmitted', Words & Origin>
  | Fact<'EndorsementApproved', Id>
  | Fact<'EndorsementRejected', Reason & { subject: string }>
  | Fact<'EndorsementDeleted', Id>
  | Fact<'EndorsementRestored', Id>

export const endorsementStream = (endorsementId: number) => `endorsement-${endorsementId}`

const review = reviewOf('endorsement')

export const endorsements: Decider<Reviewed, EndorsementCommand, EndorsementEvent> = {
  initialState: { status: 'unknown' },
  decide(command, endorsement) {
    switch (command.type) {
      case 'SubmitEndorsement':
        review.requireNew(endorsement)
        return [{ type: 'EndorsementSubmitted', data: command.data }]
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
    }
  },
  evolve(endorsement, event) {
    switch (event.type) {
      case 'EndorsementSubmitted':
        return { status: 'pending', subject: event.data.subject }
      case 'EndorsementApproved':
        return moved(endorsement, 'approved')
      case 'EndorsementRejected':
        return moved(endorsement, 'rejected')
      case 'EndorsementDeleted':
        return moved(endorsement, 'deleted')
      case 'EndorsementRestored':
        return moved(endorsement, 'pending')
    }
  },
}
