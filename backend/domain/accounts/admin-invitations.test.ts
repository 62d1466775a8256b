import { describe, expect, it } from 'vitest'
import { given } from '../../../test/support/spec.ts'
import { type AdminInvitationEvent, adminInvitations, type Invitee, requireFirstAdmin } from './admin-invitations.ts'

const subject = '0a1b2c3d-0000-4000-8000-000000000001'
const invitation = '0a1b2c3d-0000-4000-8000-000000000002'
const another = '0a1b2c3d-0000-4000-8000-000000000003'
const person = { subject, email: 'new@example.org' }
const sent = { type: 'AdminInvited', data: { ...person, invitation } } as const
const sentBefore = { type: 'AdminInvited', data: person } as const
const withdrawn = { type: 'AdminInvitationWithdrawn', data: person } as const
const accepted = { type: 'AdminInvitationAccepted', data: { ...person, invitation } } as const

it('a person whose address is not proved yet is invited, as often as an admin asks', () => {
  for (const invitee of ['without account', 'unproven'] as const)
    for (const history of [[], [sentBefore], [sent]])
      given(adminInvitations, history)
        .when({ type: 'InviteAdmin', data: { ...person, invitation: another, invitee } })
        .then([{ type: 'AdminInvited', data: { ...person, invitation: another } }])
})

it('what was sent to an address is withdrawn at once, unless it made them an admin', () => {
  const withdraw = (invitee: 'without account' | 'admin') =>
    ({ type: 'WithdrawAdminInvitation', data: { ...person, invitee } }) as const
  given(adminInvitations, [sent, sentBefore]).when(withdraw('without account')).then([withdrawn])
  given(adminInvitations, [sent, accepted]).when(withdraw('without account')).then([withdrawn])
  given(adminInvitations, [sentBefore, withdrawn]).when(withdraw('without account')).thenNothing()
  given(adminInvitations, [sent, withdrawn]).when(withdraw('without account')).thenNothing()
  given(adminInvitations, []).when(withdraw('without account')).thenNothing()
  given(adminInvitations, [sent]).when(withdraw('admin')).then('conflict')
})

it('a person who needs no invitation, or may not sign in, gets none', () => {
  for (const invitee of ['proven', 'admin', 'banned', 'deactivated'] as const)
    given(adminInvitations, [])
      .when({ type: 'InviteAdmin', data: { ...person, invitation, invitee } })
      .then('conflict')
})

const standing = {
  ...person,
  invitation,
  invitee: 'unproven',
  now: '2026-03-01T12:00:00.000Z',
  expiresAt: '2026-03-01T12:00:00.001Z',
  isSpent: false,
  inviter: 'admin',
  isDemoted: false,
  isGiven: false,
} as const

describe('an invitation', () => {
  const facts: { [fact: string]: object } = {
    'that has expired': { now: standing.expiresAt },
    'of an admin who lost their rights': { inviter: 'lost' },
    'to a person who was demoted since': { isDemoted: true },
    'to a person who was erased': { subject: null },
    'to the next owner of the address': { subject: another },
    'to a banned person': { invitee: 'banned' },
    'to a deactivated account': { invitee: 'deactivated' },
  }

  it.each(Object.entries(facts))('%s is refused, accepted before or not', (_fact, changed) => {
    for (const history of [[sent], [sent, accepted]])
      given(adminInvitations, history)
        .when({ type: 'AcceptAdminInvitation', data: { ...standing, ...changed } })
        .then('forbidden')
  })

  it('is accepted once; a retry has nothing to decide', () => {
    const accept = { type: 'AcceptAdminInvitation', data: standing } as const
    given(adminInvitations, [sent]).when(accept).then([accepted])
    for (const invitee of ['unproven', 'proven', 'admin'] as const)
      given(adminInvitations, [sent, accepted])
        .when({ ...accept, data: { ...standing, invitee } })
        .thenNothing()
    given(adminInvitations, [sent])
      .when({ ...accept, data: { ...standing, invitee: 'admin' } })
      .then('conflict')
  })

  it('ends when another one is accepted, and does not come back with the next', () => {
    const other = { type: 'AdminInvited', data: { ...person, invitation: another } } as const
    const ended: AdminInvitationEvent[][] = [
      [sent, other, { type: 'AdminInvitationAccepted', data: other.data }],
      [sent, withdrawn, other],
      [sent, accepted, withdrawn, other],
      [other],
    ]
    for (const history of ended)
      given(adminInvitations, history).when({ type: 'AcceptAdminInvitation', data: standing }).then('forbidden')
    given(adminInvitations, [sent, withdrawn, other])
      .when({ type: 'AcceptAdminInvitation', data: { ...standing, invitation: another } })
      .then([{ type: 'AdminInvitationAccepted', data: other.data }])
  })

  it('of an older version, without an id, stands unless its link was opened or it was withdrawn', () => {
    const accept = { type: 'AcceptAdminInvitation', data: { ...standing, invitation: null } } as const
    given(adminInvitations, [sentBefore])
      .when(accept)
      .then([{ type: 'AdminInvitationAccepted', data: person }])
    given(adminInvitations, [sentBefore])
      .when({ ...accept, data: { ...accept.data, isSpent: true } })
      .then('forbidden')
    given(adminInvitations, [sentBefore, withdrawn]).when(accept).then('forbidden')
  })
})

describe('an invitation to a role', () => {
  const role = { role: 'organizer', eventId: null, until: null } as const
  const offered = { type: 'StaffInvited', data: { ...person, invitation, ...role } } as const
  const taken = { type: 'StaffInvitationAccepted', data: { ...person, invitation } } as const
  const ask = { ...person, invitation, ...role, invitee: 'unproven', now: standing.now } as const
  const accept = { type: 'AcceptAdminInvitation', data: standing } as const

  it('of the campaign’s own is given as long as it is one', () => {
    const sets = [{ key: 'set-1', name: 'Desk', rights: ['console', 'news'] }] as const
    const own = { role: 'set-1', eventId: null, until: null } as const
    const invite = { type: 'InviteStaff', data: { ...ask, ...own, sets } } as const
    const invited = { type: 'StaffInvited', data: { ...offered.data, ...own } } as const
    given(adminInvitations, []).when(invite).then([invited])
    given(adminInvitations, [])
      .when({ ...invite, data: { ...invite.data, sets: [] } })
      .then('conflict')
    const open = { ...accept, data: { ...standing, sets } } as const
    given(adminInvitations, [invited]).when(open).then([taken])
    given(adminInvitations, [invited]).when(accept).then('forbidden')
    const forOne = { ...invited, data: { ...invited.data, eventId: 7 } } as const
    given(adminInvitations, [forOne]).when(open).then('forbidden')
  })

  it('has events of its own, so that no older process takes it for one to become an admin', () => {
    given(adminInvitations, []).when({ type: 'InviteStaff', data: ask }).then([offered])
    given(adminInvitations, [offered]).when(accept).then([taken])
  })

  it('is refused as the role itself would be', () => {
    for (const changed of [
      { until: standing.now },
      { role: 'editor', eventId: 3 },
      { role: 'analyst', eventId: 3 },
    ] as const)
      given(adminInvitations, [])
        .when({ type: 'InviteStaff', data: { ...ask, ...changed } })
        .then('invalid')
    for (const invitee of ['proven', 'admin', 'banned', 'deactivated'] as const)
      given(adminInvitations, [])
        .when({ type: 'InviteStaff', data: { ...ask, invitee } })
        .then('conflict')
  })

  const facts: { [fact: string]: object } = {
    'that has expired': { now: standing.expiresAt },
    'of an admin who lost their rights': { inviter: 'lost' },
    'to a person who lost the role since': { isDemoted: true },
    'to a person who was erased': { subject: null },
    'to the next owner of the address': { subject: another },
    'to a banned person': { invitee: 'banned' },
    'to a deactivated account': { invitee: 'deactivated' },
  }
  it.each(Object.entries(facts))('%s is refused, accepted before or not', (_fact, changed) => {
    for (const history of [[offered], [offered, taken]])
      given(adminInvitations, history)
        .when({ ...accept, data: { ...standing, ...changed } })
        .then('forbidden')
  })

  it('gives nothing once its last day is over, or where the role is not known', () => {
    for (const changed of [{ until: standing.now }, { role: 'of-a-later-release' }])
      given(adminInvitations, [{ ...offered, data: { ...offered.data, ...changed } }])
        .when(accept)
        .then('forbidden')
  })

  it('has nothing left to decide once the role was given, even if it was taken since', () => {
    const done = { ...standing, isGiven: true }
    given(adminInvitations, [offered, taken])
      .when({ ...accept, data: done })
      .thenNothing()
    given(adminInvitations, [offered, taken])
      .when({ ...accept, data: { ...done, isDemoted: true } })
      .thenNothing()
    given(adminInvitations, [offered])
      .when({ ...accept, data: { ...done, isDemoted: true } })
      .then('forbidden')
  })

  it('replaces an earlier one to something else, and is replaced by it', () => {
    const later = { type: 'StaffInvited', data: { ...offered.data, invitation: another } } as const
    given(adminInvitations, [sent, later]).when(accept).then('forbidden')
    given(adminInvitations, [offered, { ...sent, data: { ...person, invitation: another } }])
      .when(accept)
      .then('forbidden')
    given(adminInvitations, [offered, later]).when(accept).then([taken])
  })

  it('is withdrawn with the others to the address', () => {
    const withdraw = { type: 'WithdrawAdminInvitation', data: { ...person, invitee: 'without account' } } as const
    given(adminInvitations, [offered]).when(withdraw).then([withdrawn])
    given(adminInvitations, [offered, withdrawn]).when(accept).then('forbidden')
  })
})

describe('the link for the first admin', () => {
  const link = { ...standing, hasAdmin: false, isOwn: false }
  it('stands while there is no admin, for the account that it is bound to', () => {
    for (const invitee of ['without account', 'unproven', 'proven'] as const)
      for (const isOwn of [false, true]) expect(() => requireFirstAdmin({ ...link, invitee, isOwn })).not.toThrow()
  })

  it('is refused afterwards', () => {
    const refused: { [fact: string]: { isOwn?: boolean; hasAdmin?: boolean; isSpent?: boolean; invitee?: Invitee } } = {
      'there is an admin': { hasAdmin: true },
      'there is another admin': { hasAdmin: true, isOwn: true },
      'another account has it': { isSpent: true },
      'the account is banned': { invitee: 'banned', isOwn: true },
      'the account is deactivated': { invitee: 'deactivated' },
    }
    for (const [fact, changed] of Object.entries(refused))
      expect(() => requireFirstAdmin({ ...link, ...changed }), fact).toThrow()
    expect(() => requireFirstAdmin({ ...link, now: link.expiresAt })).toThrow()
  })
})
