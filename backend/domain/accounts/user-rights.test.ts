import { describe, expect, it } from 'vitest'
import { given } from '../../../test/support/spec.ts'
import type { Ban, UserRightsCommand, UserRightsEvent } from './user-rights.ts'
import { type UserEvent, users } from './users.ts'

const subject = '6f1e2c34-0000-4000-8000-000000000001'
const registered: UserEvent = {
  type: 'UserRegistered',
  data: { userId: 4, subject, email: 'ruth@example.org', firstName: 'Ruth', lastName: 'Gray' },
}
const id = { userId: 4 }
const now = '2026-03-01T12:00:00.000Z'
const soon = '2026-03-01T12:00:00.001Z'
const another = { by: 9, activeAdmins: 2, now }
const themselves = { ...another, by: 4 }
const last = { by: null, activeAdmins: 1, now }

const proven: UserEvent = { type: 'UserEmailVerified', data: id }
const granted: UserEvent = { type: 'AdminGranted', data: id }
const revoked: UserEvent = { type: 'AdminRevoked', data: id }
const deactivated: UserEvent = { type: 'UserDeactivated', data: id }
const reactivated: UserEvent = { type: 'UserReactivated', data: id }
const banned = (ban: Partial<Ban> = {}): UserEvent => ({
  type: 'UserBanned',
  data: { ...id, subject, reason: null, until: null, ...ban },
})
const unbanned = (why: 'lifted' | 'expired'): UserEvent => ({ type: 'UserUnbanned', data: { ...id, why } })

type Act = 'GrantAdmin' | 'RevokeAdmin' | 'UnbanUser' | 'DeactivateUser' | 'ReactivateUser'
const act = (type: Act, asked: typeof another | typeof last = another): UserRightsCommand => ({
  type,
  data: { ...id, asked },
})
const ban = (details: Partial<Ban> = {}, asked = another): UserRightsCommand => ({
  type: 'BanUser',
  data: { ...id, reason: null, until: null, ...details, asked },
})
const messageOf = (history: UserEvent[], command: UserRightsCommand): string => {
  try {
    users.decide(command, history.reduce(users.evolve, users.initialState))
  } catch (error) {
    if (error instanceof Error) return error.message
  }
  return ''
}

describe('admin rights', () => {
  it('are granted and revoked', () => {
    given(users, [registered, proven]).when(act('GrantAdmin')).then([granted])
    given(users, [registered, granted]).when(act('RevokeAdmin')).then([revoked])
    given(users, [registered, proven, granted, revoked]).when(act('GrantAdmin')).then([granted])
  })
  it('are granted and revoked once', () => {
    given(users, [registered, granted]).when(act('GrantAdmin')).thenNothing()
    given(users, [registered]).when(act('RevokeAdmin')).thenNothing()
  })
  it('are rejected for a banned or deactivated user', () => {
    given(users, [registered, banned()]).when(act('GrantAdmin')).then('conflict')
    given(users, [registered, banned({ until: soon })])
      .when(act('GrantAdmin'))
      .then('conflict')
    given(users, [registered, deactivated]).when(act('GrantAdmin')).then('conflict')
  })
  it('can be granted once a ban has expired, even before it is lifted', () =>
    given(users, [registered, proven, banned({ until: now })])
      .when(act('GrantAdmin'))
      .then([granted]))
  it('are rejected for an unproven address', () => {
    given(users, [registered]).when(act('GrantAdmin')).then('conflict')
    given(users, [registered, proven, { type: 'UserEmailUnverified', data: id }])
      .when(act('GrantAdmin'))
      .then('conflict')
  })
  it('cannot be given up by the admin themselves', () =>
    given(users, [registered, granted]).when(act('RevokeAdmin', themselves)).then('conflict'))
  it('cannot be taken from the last active admin', () => {
    given(users, [registered, granted]).when(act('RevokeAdmin', last)).then('conflict')
    given(users, [registered, granted, deactivated]).when(act('RevokeAdmin', last)).then([revoked])
  })
})

describe('a ban', () => {
  it('has a reason and an end, or neither', () => {
    given(users, [registered]).when(ban()).then([banned()])
    const details = { reason: 'Insults', until: soon }
    given(users, [registered])
      .when(ban(details))
      .then([banned(details)])
  })
  it('is recorded once, and again with another reason or end', () => {
    given(users, [registered, banned({ reason: 'Spam' })])
      .when(ban({ reason: 'Spam' }))
      .thenNothing()
    given(users, [registered, banned({ reason: 'Spam' })])
      .when(ban({ reason: 'Spam', until: soon }))
      .then([banned({ reason: 'Spam', until: soon })])
  })
  it('must end in the future', () => {
    given(users, [registered])
      .when(ban({ until: now }))
      .then('invalid')
    given(users, [registered])
      .when(ban({ until: '2020-01-01T00:00:00.000Z' }))
      .then('invalid')
  })
  it('is rejected for oneself and for admins', () => {
    given(users, [registered]).when(ban({}, themselves)).then('conflict')
    given(users, [registered, granted]).when(ban()).then('conflict')
    given(users, [registered, granted, revoked]).when(ban()).then([banned()])
  })
  it('is lifted once', () => {
    given(users, [registered, banned()])
      .when(act('UnbanUser'))
      .then([unbanned('lifted')])
    given(users, [registered, banned(), unbanned('lifted')])
      .when(act('UnbanUser'))
      .thenNothing()
    given(users, [registered]).when(act('UnbanUser')).thenNothing()
  })
  it('that has expired is reported as expired', () =>
    given(users, [registered, banned({ until: now })])
      .when(act('UnbanUser'))
      .then([unbanned('expired')]))
  it('expires at its end, and not before', () => {
    const end: UserRightsCommand = { type: 'EndExpiredBan', data: { ...id, now } }
    given(users, [registered, banned({ until: now })])
      .when(end)
      .then([unbanned('expired')])
    given(users, [registered, banned({ until: soon })])
      .when(end)
      .thenNothing()
    given(users, [registered, banned()]).when(end).thenNothing()
    given(users, [registered, banned({ until: now }), unbanned('lifted')])
      .when(end)
      .thenNothing()
  })
})

describe('an account', () => {
  it('is deactivated and reactivated once', () => {
    given(users, [registered]).when(act('DeactivateUser')).then([deactivated])
    given(users, [registered, deactivated]).when(act('DeactivateUser')).thenNothing()
    given(users, [registered, deactivated]).when(act('ReactivateUser')).then([reactivated])
    given(users, [registered]).when(act('ReactivateUser')).thenNothing()
  })
  it('is not deactivated when it is an admin’s or one’s own', () => {
    given(users, [registered, granted]).when(act('DeactivateUser')).then('conflict')
    given(users, [registered]).when(act('DeactivateUser', themselves)).then('conflict')
  })
})

it.each<UserRightsCommand>([
  act('GrantAdmin'),
  act('RevokeAdmin'),
  ban(),
  act('UnbanUser'),
  { type: 'EndExpiredBan', data: { ...id, now } },
  act('DeactivateUser'),
  act('ReactivateUser'),
])('$type requires a registered user who is not deleted', (command) => {
  given(users, []).when(command).then('not_found')
  given(users, [registered, { type: 'UserDeleted', data: id }])
    .when(command)
    .then('not_found')
})

it('each rejected command has its own message', () => {
  const rejections: [UserEvent[], UserRightsCommand, string][] = [
    [
      [granted],
      act('RevokeAdmin', themselves),
      'You cannot remove your own admin rights. Ask another administrator to do it.',
    ],
    [
      [granted],
      act('RevokeAdmin', last),
      'This is the last active administrator. Make someone else an administrator first.',
    ],
    [[], ban({}, themselves), 'You cannot ban yourself.'],
    [[granted], ban(), 'An administrator cannot be banned. Remove their admin rights first.'],
    [[granted], act('DeactivateUser'), 'An administrator cannot be deactivated. Remove their admin rights first.'],
    [
      [],
      act('DeactivateUser', themselves),
      'You cannot deactivate your own account. Ask another administrator to do it.',
    ],
    [[banned()], act('GrantAdmin'), 'A banned person cannot become an administrator. Lift the ban first.'],
    [[deactivated], act('GrantAdmin'), 'A deactivated account cannot become an administrator. Reactivate it first.'],
    [
      [],
      act('GrantAdmin'),
      'This person has not proved their email address yet. Ask them to sign in with an emailed link first.',
    ],
    [[], ban({ until: now }), 'The end of a ban must be in the future.'],
  ]
  for (const [history, command, message] of rejections)
    expect(messageOf([registered, ...history], command)).toBe(message)
})

it('an event of rights for an unregistered user changes nothing', () => {
  const stray: UserRightsEvent = { type: 'AdminGranted', data: id }
  expect(users.evolve(users.initialState, stray)).toEqual(users.initialState)
})
