import { type Decider, DomainError, type Fact } from './decider.ts'

type Words = {
  endorsementId: number
  subject: string
  name: string
  email: string
  title: string
  endorsementText: string
}
type Id = { endorsementId: number }
type Reason = Id & { reason: string }

export type EndorsementCommand =
  | Fact<'SubmitEndorsement', Words>
  | Fact<'ApproveEndorsement', Id>
  | Fact<'RejectEndorsement', Reason>
  | Fact<'DeleteEndorsement', Id>
  | Fact<'RestoreEndorsement', Id>
export type EndorsementEvent =
  | Fact<'EndorsementSubmitted', Words>
  | Fact<'EndorsementApproved', Id>
  | Fact<'EndorsementRejected', Reason & { subject: string }>
  | Fact<'EndorsementDeleted', Id>
  | Fact<'EndorsementRestored', Id>

type Endorsement = { status: 'unknown' } | { status: 'pending' | 'approved' | 'rejected' | 'deleted'; subject: string }

export const endorsementStream = (endorsementId: number) => `endorsement-${endorsementId}`

const notFound = () => new DomainError('not_found', 'Endorsement not found.')

export const endorsements: Decider<Endorsement, EndorsementCommand, EndorsementEvent> = {
  initialState: { status: 'unknown' },
  decide(command, endorsement) {
    switch (command.type) {
      case 'SubmitEndorsement':
        if (endorsement.status !== 'unknown')
          throw new DomainError('conflict', 'This endorsement was already submitted.')
        return [{ type: 'EndorsementSubmitted', data: command.data }]
      case 'ApproveEndorsement':
        if (endorsement.status === 'unknown' || endorsement.status === 'deleted') throw notFound()
        return endorsement.status === 'approved' ? [] : [{ type: 'EndorsementApproved', data: command.data }]
      case 'RejectEndorsement':
        if (endorsement.status === 'unknown' || endorsement.status === 'deleted') throw notFound()
        if (endorsement.status === 'approved')
          throw new DomainError('conflict', 'This endorsement is already approved. Delete it to take it off the site.')
        if (endorsement.status === 'rejected') return []
        return [{ type: 'EndorsementRejected', data: { ...command.data, subject: endorsement.subject } }]
      case 'DeleteEndorsement':
        if (endorsement.status === 'unknown') throw notFound()
        return endorsement.status === 'deleted' ? [] : [{ type: 'EndorsementDeleted', data: command.data }]
      case 'RestoreEndorsement':
        if (endorsement.status === 'unknown') throw notFound()
        return endorsement.status === 'deleted' ? [{ type: 'EndorsementRestored', data: command.data }] : []
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

const moved = (endorsement: Endorsement, status: 'pending' | 'approved' | 'rejected' | 'deleted'): Endorsement =>
  endorsement.status === 'unknown' ? endorsement : { ...endorsement, status }
