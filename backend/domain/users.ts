import { type Decider, DomainError, type Fact, type PersonalFields } from './decider.ts'
import {
  type Asked,
  banInForce,
  decideRights,
  evolveRights,
  initialRights,
  requireRemovable,
  type UserRights,
  type UserRightsCommand,
  type UserRightsEvent,
  userRightsPersonalFields,
} from './user-rights.ts'

type Registration = { userId: number; subject: string; email: string; firstName: string; lastName: string }
type Id = { userId: number }
/** `subject` belongs to the new address, `previousSubject` to the old one: both are the same person. */
type NewEmail = {
  userId: number
  subject: string
  email: string
  previousSubject: string
  /** Absent: yes, the person opened a link in that inbox. */
  isVerified?: boolean
}
type Person = Id & { subject: string }
/** `photo`: folder and file name, as returned by the photo store. */
type Photo = { photo: string | null }

/** What an admin changed in the form; absent fields stay unchanged. */
export type UserEdit = Partial<Pick<Profile, 'firstName' | 'lastName'>> & {
  isActive?: boolean
  isAdmin?: boolean
  isBanned?: boolean
  isEmailVerified?: boolean
}

export type UserCommand =
  | UserRightsCommand
  | Fact<'RegisterUser', Registration>
  | Fact<'VerifyUserEmail', Id>
  | Fact<'UnverifyUserEmail', Id>
  | Fact<'ChangeUserEmail', NewEmail>
  /** Omitted fields stay unchanged. */
  | Fact<'UpdateProfile', Person & { changes: Partial<Profile> }>
  | Fact<'ChangeProfilePhoto', Person & Photo>
  /** Every step or none. `newEmail`: a reserved address (user-emails.ts), null when it stays. */
  | Fact<'EditUser', Id & { changes: UserEdit; newEmail: { subject: string; email: string } | null; asked: Asked }>
  | Fact<'DeleteUser', Id & { asked: Asked }>
  /** `open`: how many there are to end. */
  | Fact<'EndUserSessions', Id & { open: number }>
  | Fact<'ResetSecondFactor', Id & Pick<Asked, 'by'>>
export type UserEvent =
  | UserRightsEvent
  | Fact<'UserRegistered', Registration>
  | Fact<'UserEmailVerified', Id>
  | Fact<'UserEmailUnverified', Id>
  | Fact<'UserEmailChanged', NewEmail>
  | Fact<'ProfileUpdated', Person & Profile>
  /** `replaced`: the previous photo, whose files can be deleted. */
  | Fact<'ProfilePhotoChanged', Person & Photo & { replaced: string | null }>
  /** By an admin; the erasure of the person follows. */
  | Fact<'UserDeleted', Id>
  /** By an admin. */
  | Fact<'UserSessionsEnded', Id & { sessions: number }>
  | Fact<'SecondFactorReset', Id>

type Account = {
  /** Of the current address. */
  subject: string
  isEmailVerified: boolean
  rights: UserRights
  profile: Profile
} & Photo

type User = { status: 'unknown' } | ({ status: 'registered' | 'deleted' } & Account)

/** What people enter about themselves besides their email address. */
export type Profile = {
  firstName: string | null
  lastName: string | null
  phone: string | null
  address: string | null
  city: string | null
  state: string | null
  zipCode: string | null
}

const emptyProfile: Profile = {
  firstName: null,
  lastName: null,
  phone: null,
  address: null,
  city: null,
  state: null,
  zipCode: null,
}

export const userStream = (userId: number) => `user-${userId}`

export const userPersonalFields = {
  UserRegistered: { email: 'erased@erased.invalid', firstName: 'Erased', lastName: '' },
  UserEmailChanged: { email: 'erased@erased.invalid' },
  ProfileUpdated: { ...emptyProfile, firstName: 'Erased', lastName: '' },
  ProfilePhotoChanged: { photo: null, replaced: null },
  ...userRightsPersonalFields,
} satisfies PersonalFields<UserEvent>

const profileOf = ({ firstName, lastName, phone, address, city, state, zipCode }: Profile): Profile => ({
  firstName,
  lastName,
  phone,
  address,
  city,
  state,
  zipCode,
})

const namesOf = ({ firstName, lastName }: Registration) => ({ firstName, lastName })

const isSame = (a: Profile, b: Profile) => JSON.stringify(profileOf(a)) === JSON.stringify(profileOf(b))

/** The steps of an edit, in an order in which each rule sees what came before: a demoted admin can be banned. */
function stepsOf(user: Account, { userId, changes, newEmail, asked }: Edit): UserCommand[] {
  const { firstName, lastName, isEmailVerified, isBanned, isActive, isAdmin } = changes
  const names = { ...(firstName !== undefined && { firstName }), ...(lastName !== undefined && { lastName }) }
  const id = { userId }
  const act = { userId, asked }
  const steps: (UserCommand | false)[] = [
    { type: 'UpdateProfile', data: { ...id, subject: user.subject, changes: names } },
    newEmail !== null && {
      type: 'ChangeUserEmail',
      data: { ...id, ...newEmail, previousSubject: user.subject, isVerified: isEmailVerified ?? false },
    },
    isEmailVerified === true && { type: 'VerifyUserEmail', data: id },
    isEmailVerified === false && { type: 'UnverifyUserEmail', data: id },
    isBanned === false && { type: 'UnbanUser', data: act },
    isActive === true && { type: 'ReactivateUser', data: act },
    isAdmin === false && { type: 'RevokeAdmin', data: act },
    isActive === false && { type: 'DeactivateUser', data: act },
    // The reason and the end of a ban in force stay as they are.
    isBanned === true && {
      type: 'BanUser',
      data: { ...act, ...(banInForce(user.rights, asked.now) ?? { reason: null, until: null }) },
    },
    isAdmin === true && { type: 'GrantAdmin', data: act },
  ]
  return steps.filter((step) => step !== false)
}
type Edit = Extract<UserCommand, { type: 'EditUser' }>['data']

function decideAccount(command: Exclude<UserCommand, { type: 'RegisterUser' }>, user: Account): UserEvent[] {
  switch (command.type) {
    case 'VerifyUserEmail':
      return user.isEmailVerified ? [] : [{ type: 'UserEmailVerified', data: command.data }]
    case 'UnverifyUserEmail':
      return user.isEmailVerified ? [{ type: 'UserEmailUnverified', data: command.data }] : []
    case 'ChangeUserEmail':
      return user.subject === command.data.subject ? [] : [{ type: 'UserEmailChanged', data: command.data }]
    case 'UpdateProfile': {
      const { userId, subject, changes } = command.data
      const profile = { ...user.profile, ...changes }
      return isSame(profile, user.profile) ? [] : [{ type: 'ProfileUpdated', data: { userId, subject, ...profile } }]
    }
    case 'ChangeProfilePhoto':
      if (command.data.photo === user.photo) return []
      return [{ type: 'ProfilePhotoChanged', data: { ...command.data, replaced: user.photo } }]
    case 'EditUser': {
      if (command.data.newEmail !== null && command.data.asked.by === command.data.userId)
        throw new DomainError('conflict', 'Change your own email address in your profile: it has to be confirmed.')
      let edited = user
      return stepsOf(user, command.data).flatMap((step) => {
        if (step.type === 'RegisterUser') return []
        const events = decideAccount(step, edited)
        edited = events.reduce(evolveAccount, edited)
        return events
      })
    }
    case 'DeleteUser':
      requireRemovable('delete', command.data, user.rights)
      return [{ type: 'UserDeleted', data: { userId: command.data.userId } }]
    case 'EndUserSessions': {
      const { userId, open: sessions } = command.data
      return sessions === 0 ? [] : [{ type: 'UserSessionsEnded', data: { userId, sessions } }]
    }
    case 'ResetSecondFactor': {
      const { userId, by } = command.data
      if (by === userId)
        throw new DomainError('conflict', 'Turn off your own two-step sign-in in your settings: that needs a code.')
      return [{ type: 'SecondFactorReset', data: { userId } }]
    }
    default:
      return decideRights(command, user)
  }
}

function evolveAccount(user: Account, event: UserEvent): Account {
  switch (event.type) {
    case 'UserRegistered':
    case 'UserDeleted':
    case 'UserSessionsEnded':
    case 'SecondFactorReset':
      return user
    case 'UserEmailVerified':
      return { ...user, isEmailVerified: true }
    case 'UserEmailUnverified':
      return { ...user, isEmailVerified: false }
    case 'UserEmailChanged':
      return { ...user, isEmailVerified: event.data.isVerified ?? true, subject: event.data.subject }
    case 'ProfileUpdated':
      return { ...user, profile: profileOf(event.data) }
    case 'ProfilePhotoChanged':
      return { ...user, photo: event.data.photo }
    default:
      return { ...user, rights: evolveRights(user.rights, event) }
  }
}

export const users: Decider<User, UserCommand, UserEvent> = {
  initialState: { status: 'unknown' },
  decide(command, user) {
    if (command.type === 'RegisterUser')
      return user.status === 'unknown' ? [{ type: 'UserRegistered', data: command.data }] : []
    if (command.type === 'DeleteUser' && user.status === 'deleted') return []
    if (user.status !== 'registered') throw new DomainError('not_found', 'User not found.')
    return decideAccount(command, user)
  },
  evolve(user, event) {
    if (event.type === 'UserRegistered')
      return {
        status: 'registered',
        subject: event.data.subject,
        isEmailVerified: false,
        rights: initialRights,
        profile: { ...emptyProfile, ...namesOf(event.data) },
        photo: null,
      }
    if (user.status === 'unknown') return user
    return { ...evolveAccount(user, event), status: event.type === 'UserDeleted' ? 'deleted' : user.status }
  },
}

/** What app.accounts must hold: the outcome of a stream, and the revisions that it is as new as. */
export type AccountState = {
  /** Of the current address. */
  subject: string
  /** Every one that the person had here. */
  subjects: string[]
  rights: UserRights & { revision: number }
  email: { isVerified: boolean; revision: number }
  /** The latest change of address, if any. */
  move: (NewEmail & { revision: number }) | null
}

/** Null for an unknown user. A deleted one may do nothing until the erasure is through. */
export function accountState(history: readonly (UserEvent & { revision: number })[]): AccountState | null {
  const user = history.reduce<User>(users.evolve, users.initialState)
  if (user.status === 'unknown') return null
  const latest = (...types: UserEvent['type'][]) => history.findLast(({ type }) => types.includes(type))?.revision ?? -1
  const move = history.findLast((event) => event.type === 'UserEmailChanged')
  return {
    subject: user.subject,
    subjects: [...new Set(history.flatMap(({ data }) => ('subject' in data ? [data.subject] : [])))],
    rights: {
      ...user.rights,
      isActive: user.rights.isActive && user.status === 'registered',
      revision: latest(
        'AdminGranted',
        'AdminRevoked',
        'UserBanned',
        'UserUnbanned',
        'UserDeactivated',
        'UserReactivated',
        'UserDeleted',
      ),
    },
    email: {
      isVerified: user.isEmailVerified,
      revision: latest('UserEmailVerified', 'UserEmailUnverified', 'UserEmailChanged'),
    },
    move: move ? { ...move.data, revision: move.revision } : null,
  }
}
