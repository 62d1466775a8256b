import { type Decider, DomainError, type Fact, type PersonalFields } from './decider.ts'

type Registration = { userId: number; subject: string; email: string; firstName: string; lastName: string }
type Id = { userId: number }
/** `subject` belongs to the new address, `previousSubject` to the old one: both are the same person. */
type NewEmail = { userId: number; subject: string; email: string; previousSubject: string }
type Person = Id & { subject: string }
/** `photo`: folder and file name, as returned by the photo store. */
type Photo = { photo: string | null }

export type UserCommand =
  | Fact<'RegisterUser', Registration>
  | Fact<'GrantAdmin', Id>
  | Fact<'VerifyUserEmail', Id>
  | Fact<'ChangeUserEmail', NewEmail>
  /** Omitted fields stay unchanged. */
  | Fact<'UpdateProfile', Person & { changes: Partial<Profile> }>
  | Fact<'ChangeProfilePhoto', Person & Photo>
export type UserEvent =
  | Fact<'UserRegistered', Registration>
  | Fact<'AdminGranted', Id>
  | Fact<'UserEmailVerified', Id>
  | Fact<'UserEmailChanged', NewEmail>
  | Fact<'ProfileUpdated', Person & Profile>
  /** `replaced`: the previous photo, whose files can be deleted. */
  | Fact<'ProfilePhotoChanged', Person & Photo & { replaced: string | null }>

type User = {
  isRegistered: boolean
  isAdmin: boolean
  isEmailVerified: boolean
  subject: string | null
  profile: Profile
} & Photo

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
} satisfies PersonalFields<UserEvent>

const notFound = () => new DomainError('not_found', 'User not found.')

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

export const users: Decider<User, UserCommand, UserEvent> = {
  initialState: {
    isRegistered: false,
    isAdmin: false,
    isEmailVerified: false,
    subject: null,
    profile: emptyProfile,
    photo: null,
  },
  decide(command, user) {
    switch (command.type) {
      case 'RegisterUser':
        return user.isRegistered ? [] : [{ type: 'UserRegistered', data: command.data }]
      case 'GrantAdmin':
        if (!user.isRegistered) throw notFound()
        return user.isAdmin ? [] : [{ type: 'AdminGranted', data: command.data }]
      case 'VerifyUserEmail':
        if (!user.isRegistered) throw notFound()
        return user.isEmailVerified ? [] : [{ type: 'UserEmailVerified', data: command.data }]
      case 'ChangeUserEmail':
        if (!user.isRegistered) throw notFound()
        return user.subject === command.data.subject ? [] : [{ type: 'UserEmailChanged', data: command.data }]
      case 'UpdateProfile': {
        if (!user.isRegistered) throw notFound()
        const { userId, subject, changes } = command.data
        const profile = { ...user.profile, ...changes }
        return isSame(profile, user.profile) ? [] : [{ type: 'ProfileUpdated', data: { userId, subject, ...profile } }]
      }
      case 'ChangeProfilePhoto':
        if (!user.isRegistered) throw notFound()
        if (command.data.photo === user.photo) return []
        return [{ type: 'ProfilePhotoChanged', data: { ...command.data, replaced: user.photo } }]
    }
  },
  evolve(user, event) {
    switch (event.type) {
      case 'UserRegistered':
        return {
          ...user,
          isRegistered: true,
          subject: event.data.subject,
          profile: { ...user.profile, ...namesOf(event.data) },
        }
      case 'AdminGranted':
        return { ...user, isAdmin: true }
      case 'UserEmailVerified':
        return { ...user, isEmailVerified: true }
      case 'UserEmailChanged':
        return { ...user, isEmailVerified: true, subject: event.data.subject }
      case 'ProfileUpdated':
        return { ...user, profile: profileOf(event.data) }
      case 'ProfilePhotoChanged':
        return { ...user, photo: event.data.photo }
    }
  },
}
