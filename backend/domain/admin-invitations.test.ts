import { it } from 'vitest'
import { given } from '../../test/support/spec.ts'
import { adminInvitations } from './admin-invitations.ts'

const invited = { subject: '0a1b2c3d-0000-4000-8000-000000000001', email: 'new@example.org' }

it('a person whose address is not proved yet is invited, as often as an admin asks', () => {
  for (const invitee of ['without account', 'unproven'] as const)
    for (const history of [[], [{ type: 'AdminInvited', data: invited }] as const])
      given(adminInvitations, history)
        .when({ type: 'InviteAdmin', data: { ...invited, invitee } })
        .then([{ type: 'AdminInvited', data: invited }])
})

it('what was sent to an address is withdrawn at once, unless it made them an admin', () => {
  const withdraw = (invitee: 'without account' | 'admin') =>
    ({ type: 'WithdrawAdminInvitation', data: { ...invited, invitee } }) as const
  const sent = { type: 'AdminInvited', data: invited } as const
  const withdrawn = { type: 'AdminInvitationWithdrawn', data: invited } as const
  given(adminInvitations, [sent, sent]).when(withdraw('without account')).then([withdrawn])
  given(adminInvitations, [sent, withdrawn]).when(withdraw('without account')).thenNothing()
  given(adminInvitations, []).when(withdraw('without account')).thenNothing()
  given(adminInvitations, [sent]).when(withdraw('admin')).then('conflict')
})

it('a person who needs no invitation, or may not sign in, gets none', () => {
  for (const invitee of ['proven', 'admin', 'banned', 'deactivated'] as const)
    given(adminInvitations, [])
      .when({ type: 'InviteAdmin', data: { ...invited, invitee } })
      .then('conflict')
})
