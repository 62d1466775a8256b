import { describe, expect, it } from 'vitest'
import { given } from '../../../test/support/spec.ts'
import { accountState, type UserEdit, type UserEvent, users } from './users.ts'

const registration = {
  userId: 4,
  subject: '6f1e2c34-0000-4000-8000-000000000001',
  email: 'ruth@example.org',
  firstName: 'Ruth',
  lastName: 'Gray',
}
const registered: UserEvent = { type: 'UserRegistered', data: registration }
const granted: UserEvent = { type: 'AdminGranted', data: { userId: 4 } }

const register = { type: 'RegisterUser', data: registration } as const
const asked = { by: null, activeAdmins: 0, now: '2026-03-01T12:00:00.000Z' }
const grant = { type: 'GrantAdmin', data: { userId: 4, asked } } as const

describe('registering', () => {
  it('records who registered', () => given(users, []).when(register).then([registered]))
  it('does nothing when the account exists', () => given(users, [registered]).when(register).thenNothing())
})

describe('making someone an admin', () => {
  it('is recorded', () =>
    given(users, [registered, { type: 'UserEmailVerified', data: { userId: 4 } }])
      .when(grant)
      .then([granted]))
  it('does nothing when they already are', () => given(users, [registered, granted]).when(grant).thenNothing())
  it('is rejected when there is no such user', () => given(users, []).when(grant).then('not_found'))
})

describe('erasing an account whose subject stays', () => {
  const erased = { userId: 4, shared: [registration.subject], items: [{ topic: 'prayers' as const, id: 7 }] }
  const erase = { type: 'EraseUser', data: erased } as const
  const gone: UserEvent = { type: 'UserErased', data: erased }
  it('records what the account sent', () => given(users, [registered]).when(erase).then([gone]))
  it('is recorded after an admin deleted it', () =>
    given(users, [registered, { type: 'UserDeleted', data: { userId: 4 } }])
      .when(erase)
      .then([gone]))
  it('does nothing twice', () => given(users, [registered, gone]).when(erase).thenNothing())
  it('leaves nothing to change', () =>
    given(users, [registered, gone])
      .when({ type: 'VerifyUserEmail', data: { userId: 4 } })
      .then('not_found'))
})

describe('changing the profile', () => {
  const person = { userId: 4, subject: registration.subject }
  const empty = { phone: null, address: null, city: null, state: null, zipCode: null }
  const moved: UserEvent = {
    type: 'ProfileUpdated',
    data: { ...person, ...empty, firstName: 'Ruth', lastName: 'Gray', city: 'Muncie' },
  }
  const update = (changes: object) => ({ type: 'UpdateProfile', data: { ...person, changes } }) as const

  it('records the whole profile, including unchanged fields', () =>
    given(users, [registered])
      .when(update({ city: 'Muncie' }))
      .then([moved]))
  it('does nothing when nothing changes', () => {
    given(users, [registered])
      .when(update({ firstName: 'Ruth', phone: null }))
      .thenNothing()
    given(users, [registered, moved])
      .when(update({ city: 'Muncie' }))
      .thenNothing()
  })
  it('can clear a field', () =>
    given(users, [registered, moved])
      .when(update({ city: null, lastName: null }))
      .then([{ type: 'ProfileUpdated', data: { ...person, ...empty, firstName: 'Ruth', lastName: null } }]))
  it('is rejected when there is no such user', () => given(users, []).when(update({})).then('not_found'))
})

describe('changing the photo', () => {
  const person = { userId: 4, subject: registration.subject }
  const changed = (photo: string | null, replaced: string | null): UserEvent => ({
    type: 'ProfilePhotoChanged',
    data: { ...person, photo, replaced },
  })
  const change = (photo: string | null) => ({ type: 'ChangeProfilePhoto', data: { ...person, photo } }) as const

  it('is recorded', () =>
    given(users, [registered])
      .when(change('a/1'))
      .then([changed('a/1', null)]))
  it('names the replaced photo, which can be deleted', () => {
    given(users, [registered, changed('a/1', null)])
      .when(change('a/2'))
      .then([changed('a/2', 'a/1')])
    given(users, [registered, changed('a/1', null)])
      .when(change(null))
      .then([changed(null, 'a/1')])
  })
  it('does nothing when it is unchanged, or there is none to remove', () => {
    given(users, [registered, changed('a/1', null)])
      .when(change('a/1'))
      .thenNothing()
    given(users, [registered]).when(change(null)).thenNothing()
  })
  it('is rejected when there is no such user', () => given(users, []).when(change('a/1')).then('not_found'))
})

describe('the address of an account', () => {
  const verify = { type: 'VerifyUserEmail', data: { userId: 4 } } as const
  const verified: UserEvent = { type: 'UserEmailVerified', data: { userId: 4 } }
  const move = {
    userId: 4,
    subject: '6f1e2c34-0000-4000-8000-000000000002',
    email: 'gray@example.org',
    previousSubject: registration.subject,
  }
  const change = { type: 'ChangeUserEmail', data: move } as const
  const changed: UserEvent = { type: 'UserEmailChanged', data: move }

  it('is recorded when verified', () => given(users, [registered]).when(verify).then([verified]))
  it('is verified once', () => given(users, [registered, verified]).when(verify).thenNothing())
  it('cannot be verified for an unknown user', () => given(users, []).when(verify).then('not_found'))
  it('is recorded when changed', () => given(users, [registered]).when(change).then([changed]))
  it('is changed once', () => given(users, [registered, changed]).when(change).thenNothing())
  it('counts as verified after a change', () => given(users, [registered, changed]).when(verify).thenNothing())
  it('cannot be changed for an unknown user', () => given(users, []).when(change).then('not_found'))

  const unverify = { type: 'UnverifyUserEmail', data: { userId: 4 } } as const
  const unverified: UserEvent = { type: 'UserEmailUnverified', data: { userId: 4 } }
  it('can be marked as not verified, once', () => {
    given(users, [registered, verified]).when(unverify).then([unverified])
    given(users, [registered, verified, unverified]).when(unverify).thenNothing()
    given(users, [registered]).when(unverify).thenNothing()
    given(users, [registered, verified, unverified]).when(verify).then([verified])
    given(users, []).when(unverify).then('not_found')
  })
  it('is not verified after a change that says so', () =>
    given(users, [registered, { type: 'UserEmailChanged', data: { ...move, isVerified: false } }])
      .when(verify)
      .then([verified]))
})

describe('editing a user', () => {
  const asked = { by: 9, activeAdmins: 2, now: '2026-03-01T12:00:00.000Z' }
  const id = { userId: 4 }
  const edit = (changes: UserEdit, newEmail: { subject: string; email: string } | null = null, by = 9) =>
    ({ type: 'EditUser', data: { ...id, changes, newEmail, asked: { ...asked, by } } }) as const
  const noDetails = { phone: null, address: null, city: null, state: null, zipCode: null }
  type Plain = 'AdminRevoked' | 'UserDeactivated' | 'UserReactivated' | 'UserEmailVerified' | 'UserEmailVouched'
  const fact = (type: Plain): UserEvent => ({
    type,
    data: id,
  })
  const banned: UserEvent = {
    type: 'UserBanned',
    data: { ...id, subject: registration.subject, reason: null, until: null },
  }
  const lifted: UserEvent = { type: 'UserUnbanned', data: { ...id, why: 'lifted' } }
  const gray = { subject: '6f1e2c34-0000-4000-8000-000000000002', email: 'gray@example.org' }
  const moved: UserEvent = {
    type: 'UserEmailChanged',
    data: { ...id, ...gray, previousSubject: registration.subject, isVerified: false },
  }

  it('records one event per kind of change', () =>
    given(users, [registered, fact('UserEmailVerified'), banned, fact('UserDeactivated')])
      .when(edit({ firstName: 'Anna', isActive: true, isAdmin: true, isBanned: false, isEmailVerified: true }))
      .then([
        {
          type: 'ProfileUpdated',
          data: { ...id, subject: registration.subject, ...noDetails, firstName: 'Anna', lastName: 'Gray' },
        },
        lifted,
        fact('UserReactivated'),
        granted,
      ]))
  it('records once that an admin vouched for an address', () => {
    const vouch = edit({ isEmailVerified: true })
    given(users, [registered])
      .when(vouch)
      .then([fact('UserEmailVouched')])
    given(users, [registered, fact('UserEmailVouched')])
      .when(vouch)
      .thenNothing()
    given(users, [registered, fact('UserEmailVerified')])
      .when(vouch)
      .thenNothing()
  })
  it('rejects admin rights for an address that only an admin vouched for', () => {
    given(users, [registered])
      .when(edit({ isEmailVerified: true, isAdmin: true }))
      .then('conflict')
    given(users, [registered, fact('UserEmailVouched')])
      .when(edit({ isAdmin: true }))
      .then('conflict')
    given(users, [registered, fact('UserEmailVouched'), fact('UserEmailVerified')])
      .when(edit({ isAdmin: true }))
      .then([granted])
  })
  it('can be followed by the owner’s own proof', () =>
    given(users, [registered, fact('UserEmailVouched')])
      .when({ type: 'VerifyUserEmail', data: id })
      .then([fact('UserEmailVerified')]))
  it('demotes before it bans or deactivates', () =>
    given(users, [registered, granted])
      .when(edit({ isAdmin: false, isActive: false, isBanned: true }))
      .then([fact('AdminRevoked'), fact('UserDeactivated'), banned]))
  it('records the whole profile under a new name', () =>
    given(users, [registered])
      .when(edit({ lastName: null }))
      .then([
        {
          type: 'ProfileUpdated',
          data: {
            ...id,
            subject: registration.subject,
            firstName: 'Ruth',
            lastName: null,
            phone: null,
            address: null,
            city: null,
            state: null,
            zipCode: null,
          },
        },
      ]))
  it.each([
    [undefined, []],
    [false, []],
    [true, [fact('UserEmailVouched')]],
  ])('a new address counts as verified only if the switch says so (%s)', (isEmailVerified, vouched) =>
    given(users, [registered, fact('UserEmailVerified')])
      .when(edit(isEmailVerified === undefined ? {} : { isEmailVerified }, gray))
      .then([moved, ...vouched]),
  )
  it('treats an admin’s word in an old change of address as a proof', () =>
    given(users, [registered, { ...moved, data: { ...moved.data, isVerified: true } }])
      .when(edit({ isAdmin: true }))
      .then([granted]))
  it('keeps the reason and the end of a ban in force', () =>
    given(users, [registered, { type: 'UserBanned', data: { ...banned.data, reason: 'Spam' } }])
      .when(edit({ isBanned: true, isActive: true }))
      .thenNothing())
  it('bans a person again whose ban has just ended', () =>
    given(users, [registered, { type: 'UserBanned', data: { ...banned.data, until: asked.now } }])
      .when(edit({ isBanned: true }))
      .then([banned]))
  it('does nothing when nothing changes', () => {
    given(users, [registered]).when(edit({})).thenNothing()
    given(users, [registered, granted])
      .when(edit({ firstName: 'Ruth', isActive: true, isAdmin: true, isBanned: false, isEmailVerified: false }))
      .thenNothing()
  })
  it('applies all steps or none', () => {
    given(users, [registered])
      .when(edit({ firstName: 'Anna', isAdmin: true, isBanned: true }))
      .then('conflict')
    given(users, [registered, granted])
      .when(edit({ firstName: 'Anna', isActive: false }))
      .then('conflict')
  })
  it('does not move an admin’s own address without a confirmation', () =>
    given(users, [registered, granted])
      .when(edit({}, gray, 4))
      .then('conflict'))
  it('lets an admin change their own name', () =>
    given(users, [registered, granted])
      .when(edit({ firstName: 'Ruth', isAdmin: true }, null, 4))
      .thenNothing())
  it('is rejected for an unknown or deleted user', () => {
    given(users, []).when(edit({})).then('not_found')
    given(users, [registered, { type: 'UserDeleted', data: id }])
      .when(edit({}))
      .then('not_found')
  })
})

describe('deleting a user', () => {
  const deleted: UserEvent = { type: 'UserDeleted', data: { userId: 4 } }
  const remove = (by: number) =>
    ({ type: 'DeleteUser', data: { userId: 4, asked: { ...asked, by, activeAdmins: 2 } } }) as const

  it('is recorded once', () => {
    given(users, [registered]).when(remove(9)).then([deleted])
    given(users, [registered, deleted]).when(remove(9)).thenNothing()
  })
  it('is rejected for admins, oneself, or an unknown user', () => {
    given(users, [registered, granted]).when(remove(9)).then('conflict')
    given(users, [registered]).when(remove(4)).then('conflict')
    given(users, []).when(remove(9)).then('not_found')
  })
  it('leaves the user no rights until the erasure is done', () => {
    const history = [registered, deleted].map((event, revision) => ({ ...event, revision }))
    expect(accountState(history)?.rights).toEqual({
      isAdmin: false,
      isActive: false,
      roles: [],
      ban: null,
      revision: 1,
    })
  })
})

describe('what an admin ends', () => {
  const sessions = (open: number) => ({ type: 'EndUserSessions', data: { userId: 4, open } }) as const
  const reset = (by: number) => ({ type: 'ResetSecondFactor', data: { userId: 4, by } }) as const

  it('records the number of ended sessions, and nothing for zero', () => {
    given(users, [registered])
      .when(sessions(2))
      .then([{ type: 'UserSessionsEnded', data: { userId: 4, sessions: 2 } }])
    given(users, [registered]).when(sessions(0)).thenNothing()
    given(users, []).when(sessions(1)).then('not_found')
  })
  it('resets a second factor only for other users', () => {
    given(users, [registered])
      .when(reset(9))
      .then([{ type: 'SecondFactorReset', data: { userId: 4 } }])
    given(users, [registered]).when(reset(4)).then('conflict')
    given(users, []).when(reset(9)).then('not_found')
  })
})

describe('the required row of an account', () => {
  const at = (events: UserEvent[]) => accountState(events.map((event, revision) => ({ ...event, revision })))
  const subject = '6f1e2c34-0000-4000-8000-000000000002'
  const move = { userId: 4, subject, email: 'gray@example.org', previousSubject: registration.subject }

  it('is unknown without events', () => expect(at([])).toBeNull())
  it('reflects the end of the stream, with the revision of each part', () =>
    expect(
      at([
        registered,
        granted,
        { type: 'UserEmailChanged', data: move },
        { type: 'AdminRevoked', data: { userId: 4 } },
        { type: 'UserBanned', data: { userId: 4, subject, reason: 'Spam', until: null } },
        { type: 'UserEmailUnverified', data: { userId: 4 } },
      ]),
    ).toEqual({
      subject,
      addresses: [
        { subject: registration.subject, email: 'ruth@example.org', isProven: false },
        { subject, email: 'gray@example.org', isProven: false },
      ],
      isErased: false,
      rights: { isAdmin: false, isActive: true, ban: { reason: 'Spam', until: null }, roles: [], revision: 4 },
      email: { isProven: false, revision: 5 },
      move: { ...move, revision: 2 },
    }))

  const provenIn = (history: UserEvent[]) => at(history)?.addresses.map(({ isProven }) => isProven)
  it('says for each address whether it was proven, before and after a change', () => {
    const verified: UserEvent = { type: 'UserEmailVerified', data: { userId: 4 } }
    const moved: UserEvent = { type: 'UserEmailChanged', data: move }
    const typed: UserEvent = { type: 'UserEmailChanged', data: { ...move, isVerified: false } }
    expect(provenIn([registered])).toEqual([false])
    expect(provenIn([registered, verified])).toEqual([true])
    expect(provenIn([registered, moved])).toEqual([false, true])
    expect(provenIn([registered, verified, typed])).toEqual([true, false])
    expect(provenIn([registered, typed, verified])).toEqual([false, true])
  })
  it('is erased once the account is', () =>
    expect(
      at([registered, { type: 'UserErased', data: { userId: 4, shared: [registration.subject], items: [] } }])
        ?.isErased,
    ).toBe(true))
})
