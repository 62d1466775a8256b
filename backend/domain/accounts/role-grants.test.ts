import { describe, expect, it } from 'vitest'
import type { HeldFor, RoleGrant } from '../../../records/staff-rights.ts'
import { given } from '../../../test/support/spec.ts'
import type { RoleCommand, RoleEvent } from './role-grants.ts'
import { accountState, type UserEvent, users } from './users.ts'

const subject = '6f1e2c34-0000-4000-8000-000000000001'
const id = { userId: 4 }
const now = '2026-03-01T12:00:00.000Z'
const soon = '2026-03-01T12:00:00.001Z'
const registered: UserEvent = {
  type: 'UserRegistered',
  data: { ...id, subject, email: 'ruth@example.org', firstName: 'Ruth', lastName: 'Gray' },
}
const proven: UserEvent = { type: 'UserEmailVerified', data: id }
const another = { by: 9, activeAdmins: 1, now }
const reason = 'Runs the tour.'

type Grant = Partial<Extract<RoleCommand, { type: 'GrantRole' }>['data']>
const grant = (details: Grant = {}) =>
  ({
    type: 'GrantRole',
    data: { ...id, role: 'organizer', eventId: null, until: null, reason, asked: another, ...details },
  }) as const
const revoke = (details: Partial<HeldFor> & { asked?: typeof another } = {}) =>
  ({
    type: 'RevokeRole',
    data: { ...id, role: 'organizer', eventId: null, reason, asked: another, ...details },
  }) as const
const granted = (details: Partial<RoleGrant> = {}): RoleEvent => ({
  type: 'StaffRoleGranted',
  data: { ...id, subject, role: 'organizer', eventId: null, until: null, reason, ...details },
})
const revoked = (details: Partial<HeldFor> = {}): RoleEvent => ({
  type: 'StaffRoleRevoked',
  data: { ...id, subject, role: 'organizer', eventId: null, reason, ...details },
})
const person = (...history: UserEvent[]) => given(users, [registered, proven, ...history])
const rolesAfter = (...history: UserEvent[]) =>
  accountState([registered, proven, ...history].map((event, revision) => ({ ...event, revision })))?.rights.roles

describe('a role', () => {
  it('is given and taken with a reason', () => {
    person().when(grant()).then([granted()])
    person(granted()).when(revoke()).then([revoked()])
  })
  it('is given and taken once', () => {
    person(granted()).when(grant()).thenNothing()
    person().when(revoke()).thenNothing()
    person(granted(), revoked()).when(revoke()).thenNothing()
  })
  it('gets another last day by being given again', () => {
    person(granted())
      .when(grant({ until: soon }))
      .then([granted({ until: soon })])
    person(granted({ until: soon }))
      .when(grant())
      .then([granted()])
  })
  it('of the campaign’s own is given while it is one, and for one event if it has a right for one', () => {
    const desk = { key: 'set-1', name: 'Desk', rights: ['console', 'news'] } as const
    const hosts = { key: 'set-2', name: 'Hosts', rights: ['console', 'events', 'guests'] } as const
    const asked = { ...another, sets: [desk, hosts] }
    const role = 'set-1'
    person()
      .when(grant({ role, asked }))
      .then([granted({ role })])
    person()
      .when(grant({ role, asked: another }))
      .then('conflict')
    person()
      .when(grant({ role: 'set-3', asked }))
      .then('conflict')
    person()
      .when(grant({ role, eventId: 7, asked }))
      .then('invalid')
    const ofOneEvent = { role: 'set-2', eventId: 7 } as const
    person()
      .when(grant({ ...ofOneEvent, asked }))
      .then([granted(ofOneEvent)])
    person(granted({ role }))
      .when(revoke({ role }))
      .then([revoked({ role })])
  })
  it('must not have ended before it begins', () =>
    person()
      .when(grant({ until: now }))
      .then('invalid'))
  it('ends by itself: it can be given again, and there is nothing to take', () => {
    person(granted({ until: now }))
      .when(revoke())
      .thenNothing()
    person(granted({ until: now }))
      .when(grant({ until: soon }))
      .then([granted({ until: soon })])
  })
  it('stands beside others, also for events', () => {
    person(granted())
      .when(grant({ eventId: 7 }))
      .then([granted({ eventId: 7 })])
    person(granted(), granted({ eventId: 7 }))
      .when(revoke({ eventId: 7 }))
      .then([revoked({ eventId: 7 })])
    person(granted())
      .when(revoke({ eventId: 7 }))
      .thenNothing()
    expect(rolesAfter(granted(), granted({ eventId: 7 }), granted({ role: 'editor' }), revoked())).toEqual([
      { role: 'organizer', eventId: 7, until: null },
      { role: 'editor', eventId: null, until: null },
    ])
  })
  it('is for one event only where it has rights that can be', () =>
    person()
      .when(grant({ role: 'moderator', eventId: 7 }))
      .then('invalid'))
  it('of a name that no release knows any more can be taken', () =>
    person(granted({ role: 'treasurer' }))
      .when(revoke({ role: 'treasurer' }))
      .then([revoked({ role: 'treasurer' })]))
})

describe('who can get a role', () => {
  it('is never the person who gives it, not even an admin', () =>
    person({ type: 'AdminGranted', data: id })
      .when(grant({ asked: { ...another, by: 4 } }))
      .then('conflict'))
  it('is no one who is banned, deactivated or unproven', () => {
    const banned: UserEvent = { type: 'UserBanned', data: { ...id, subject, reason: null, until: null } }
    person(banned).when(grant()).then('conflict')
    person({ type: 'UserDeactivated', data: id }).when(grant()).then('conflict')
    given(users, [registered]).when(grant()).then('conflict')
    given(users, [registered, { type: 'UserEmailVouched', data: id }])
      .when(grant())
      .then('conflict')
  })
  it('is the system’s choice, too: the command line has no account', () =>
    person()
      .when(grant({ asked: { ...another, by: null } }))
      .then([granted()]))
})

describe('roles are lost', () => {
  const banned: UserEvent = { type: 'UserBanned', data: { ...id, subject, reason: null, until: soon } }
  const unbanned: UserEvent = { type: 'UserUnbanned', data: { ...id, why: 'expired' } }
  it('by a ban, and do not come back when it ends', () => {
    expect(rolesAfter(granted(), banned)).toEqual([])
    expect(rolesAfter(granted(), banned, unbanned)).toEqual([])
    expect(rolesAfter(granted(), banned, unbanned, granted())).toHaveLength(1)
  })
  it('by a deactivation, a deletion and an erasure', () => {
    const back: UserEvent = { type: 'UserReactivated', data: id }
    expect(rolesAfter(granted(), { type: 'UserDeactivated', data: id }, back)).toEqual([])
    expect(rolesAfter(granted(), { type: 'UserDeleted', data: id })).toEqual([])
    expect(rolesAfter(granted(), { type: 'UserErased', data: { ...id, shared: [], items: [] } })).toEqual([])
  })
  it('but stay when a person becomes an admin and is demoted again', () =>
    expect(rolesAfter(granted(), { type: 'AdminGranted', data: id }, { type: 'AdminRevoked', data: id })).toHaveLength(
      1,
    ))
})
