import { type Decider, DomainError, type Fact, type PersonalFields } from './decider.ts'

type Registration = { userId: number; subject: string; email: string; firstName: string; lastName: string }
type Id = { userId: number }

export type UserCommand = Fact<'RegisterUser', Registration> | Fact<'GrantAdmin', Id>
export type UserEvent = Fact<'UserRegistered', Registration> | Fact<'AdminGranted', Id>

type User = { isRegistered: boolean; isAdmin: boolean }

export const userStream = (userId: number) => `user-${userId}`

export const userPersonalFields = {
  UserRegistered: { email: 'erased@erased.invalid', firstName: 'Erased', lastName: '' },
} satisfies PersonalFields<UserEvent>

export const users: Decider<User, UserCommand, UserEvent> = {
  initialState: { isRegistered: false, isAdmin: false },
  decide(command, user) {
    switch (command.type) {
      case 'RegisterUser':
        return user.isRegistered ? [] : [{ type: 'UserRegistered', data: command.data }]
      case 'GrantAdmin':
        if (!user.isRegistered) throw new DomainError('not_found', 'User not found.')
        return user.isAdmin ? [] : [{ type: 'AdminGranted', data: command.data }]
    }
  },
  evolve(user, event) {
    switch (event.type) {
      case 'UserRegistered':
        return { ...user, isRegistered: true }
      case 'AdminGranted':
        return { ...user, isAdmin: true }
    }
  },
}
