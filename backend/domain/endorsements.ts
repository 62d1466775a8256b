import { type Decider, DomainError, type Fact, type PersonalFields } from './decider.ts'

type Words = {
  endorsementId: number
  subject: string
  name: string
  email: string
  title: string
  endorsementText: string
}
type Id = { endorsementId: number }

export type EndorsementCommand =
  | Fact<'SubmitEndorsement', Words>
  | Fact<'ApproveEndorsement', Id>
  | Fact<'DeleteEndorsement', Id>
export type EndorsementEvent =
  | Fact<'EndorsementSubmitted', Words>
  | Fact<'EndorsementApproved', Id>
  | Fact<'EndorsementDeleted', Id>

type Endorsement = { status: 'unknown' | 'pending' | 'approved' | 'deleted' }

export const endorsementStream = (endorsementId: number) => `endorsement-${endorsementId}`

export const endorsementPersonalFields = {
  EndorsementSubmitted: { name: 'Erased', email: 'erased@erased.invalid', title: '', endorsementText: '' },
} satisfies PersonalFields<EndorsementEvent>

export const endorsements: Decider<Endorsement, EndorsementCommand, EndorsementEvent> = {
  initialState: { status: 'unknown' },
  decide(command, { status }) {
    switch (command.type) {
      case 'SubmitEndorsement':
        if (status !== 'unknown') throw new DomainError('conflict', 'This endorsement was already submitted.')
        return [{ type: 'EndorsementSubmitted', data: command.data }]
      case 'ApproveEndorsement':
        if (status === 'unknown' || status === 'deleted') throw new DomainError('not_found', 'Endorsement not found.')
        return status === 'approved' ? [] : [{ type: 'EndorsementApproved', data: command.data }]
      case 'DeleteEndorsement':
        if (status === 'unknown') throw new DomainError('not_found', 'Endorsement not found.')
        return status === 'deleted' ? [] : [{ type: 'EndorsementDeleted', data: command.data }]
    }
  },
  evolve(_endorsement, event) {
    switch (event.type) {
      case 'EndorsementSubmitted':
        return { status: 'pending' }
      case 'EndorsementApproved':
        return { status: 'approved' }
      case 'EndorsementDeleted':
        return { status: 'deleted' }
    }
  },
}
