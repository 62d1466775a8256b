import { type Decider, DomainError, type Fact } from './decider.ts'

/** What is known about the person at an address. `unproven`: their account may belong to a stranger who typed it. */
export type Invitee = 'without account' | 'unproven' | 'proven' | 'admin' | 'banned' | 'deactivated'

type Invited = { subject: string; email: string }

type Asked = Invited & { invitee: Invitee }

export type AdminInvitationCommand = Fact<'InviteAdmin', Asked> | Fact<'WithdrawAdminInvitation', Asked>
/** No event holds the link, which goes to the invited address only. */
export type AdminInvitationEvent = Fact<'AdminInvited', Invited> | Fact<'AdminInvitationWithdrawn', Invited>

/** One stream per address, named by its keyed hash. */
export const adminInvitationStream = (emailHash: string) => `admin-invitation-${emailHash}`

const obstacles: { [Who in Invitee]: string | null } = {
  'without account': null,
  unproven: null,
  proven: 'This person has an account with a verified email. Edit them in the list and turn on Admin.',
  admin: 'This person is already an admin.',
  banned: 'This person is banned. Unban them first.',
  deactivated: 'This person’s account is deactivated. Activate it first.',
}

/** Every invitation is a link of its own, so the same person can be invited again. A withdrawal is about all of them. */
export const adminInvitations: Decider<{ isOpen: boolean }, AdminInvitationCommand, AdminInvitationEvent> = {
  initialState: { isOpen: false },
  decide({ type, data: { invitee, ...invited } }, { isOpen }) {
    switch (type) {
      case 'InviteAdmin': {
        const obstacle = obstacles[invitee]
        if (obstacle !== null) throw new DomainError('conflict', obstacle)
        return [{ type: 'AdminInvited', data: invited }]
      }
      case 'WithdrawAdminInvitation':
        if (invitee === 'admin')
          throw new DomainError('conflict', 'This person is an admin by now. Edit them in the list and turn off Admin.')
        return isOpen ? [{ type: 'AdminInvitationWithdrawn', data: invited }] : []
    }
  },
  evolve: (_invitation, { type }) => ({ isOpen: type === 'AdminInvited' }),
}
