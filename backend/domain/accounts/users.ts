import type { Origin } from '../../../records/origins.ts'
import { profile as profileRecord } from '../../../records/users.ts'
import { corrected, isSame, type Values, valuesIn } from '../../../records/values.ts'
import { type Decider, DomainError, type Fact } from '../../kernel/eventlog/decider.ts'
import {
  allRemoved,
  decidePasskeys,
  evolvePasskeys,
  type UserPasskeyCommand,
  type UserPasskeyEvent,
  type UserPasskeys,
} from './user-passkeys.ts'
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
} from './user-rights.ts'

type Registration = Origin & {
  userId: number
  subject: string
  email: string
  firstName: string
  lastName: string
}
type Id = { userId: number }
/** `subject` belongs to the new address, `previousSubject` to the old one: both are the same person. */
type NewEmail = {
  userId: number
  subject: string
  email: string
  previousSubject: string
  /**
   * Absent: yes, the person opened a link in that inbox. True only in old events, where an admin’s word counted as a
   * proof.
   */
  isVerified?: boolean
}
type Person = Id & { subject: string }
/** An item that a person sent while signed in: the topic and the item’s number. */
type SentItem = { topic: string; id: number }
/** `shared`: the subjects that stay. `items`: what the account itself sent under them. */
type Erased = { shared: string[]; items: SentItem[] }
/** `photo`: folder and file name, as returned by the photo store. */
type Photo = { photo: string | null }

/** The changes that an admin made in the form; absent fields stay unchanged. */
export type UserEdit = Partial<Pick<Profile, 'firstName' | 'lastName'>> & {
  isActive?: boolean
  isAdmin?: boolean
  isBanned?: boolean
  /** An admin vouches for the address, or withdraws that. */
  isEmailVerified?: boolean
}

export type UserCommand =
  | UserRightsCommand
  | UserPasskeyCommand
  | Fact<'RegisterUser', Registration>
  /** The owner proved the address. */
  | Fact<'VerifyUserEmail', Id>
  /** An admin says that the address belongs to the person. */
  | Fact<'VouchForUserEmail', Id>
  | Fact<'UnverifyUserEmail', Id>
  | Fact<'ChangeUserEmail', NewEmail>
  /** Omitted fields stay unchanged. */
  | Fact<'UpdateProfile', Person & { changes: Partial<Profile> }>
  | Fact<'ChangeProfilePhoto', Person & Photo>
  /** All steps apply, or none. `newEmail`: a reserved address (user-emails.ts), null when it stays. */
  | Fact<'EditUser', Id & { changes: UserEdit; newEmail: { subject: string; email: string } | null; asked: Asked }>
  | Fact<'DeleteUser', Id & { asked: Asked }>
  /** For an account whose subject cannot be erased because other accounts use it too. */
  | Fact<'EraseUser', Id & Erased>
  /** `open`: the number of sessions to end. */
  | Fact<'EndUserSessions', Id & { open: number }>
  /** Also removes the passkeys. */
  | Fact<'ResetSecondFactor', Id & Pick<Asked, 'by'>>
export type UserEvent =
  | UserRightsEvent
  | UserPasskeyEvent
  | Fact<'UserRegistered', Registration>
  | Fact<'UserEmailVerified', Id>
  /** Counts for display and mailing, never for rights: the account may belong to a stranger who typed the address. */
  | Fact<'UserEmailVouched', Id>
  /** Withdraws a proof or an admin’s word. */
  | Fact<'UserEmailUnverified', Id>
  | Fact<'UserEmailChanged', NewEmail>
  | Fact<'ProfileUpdated', Person & Profile>
  /** `replaced`: the previous photo, whose files can be deleted. */
  | Fact<'ProfilePhotoChanged', Person & Photo & { replaced: string | null }>
  /** Deleted by an admin; the erasure of the person follows. */
  | Fact<'UserDeleted', Id>
  /** The account and what it sent are erased; its subjects stay. */
  | Fact<'UserErased', Id & Erased>
  /** Recorded for an admin’s action. */
  | Fact<'UserSessionsEnded', Id & { sessions: number }>
  | Fact<'SecondFactorReset', Id>

/** `vouched`: an admin says that the address is theirs; they have not proved it. */
type EmailState = 'unproven' | 'vouched' | 'proven'

type Account = {
  /** True when the current address is verified. */
  subject: string
  emailState: EmailState
  rights: UserRights
  passkeys: UserPasskeys
  profile: Profile
} & Photo

type User = { status: 'unknown' } | ({ status: 'registered' | 'deleted' | 'erased' } & Account)

export type Profile = Values<typeof profileRecord>

const emptyProfile: Profile = valuesIn(profileRecord, {})

export const userStream = (userId: number) => `user-${userId}`

const namesOf = ({ firstName, lastName }: Registration) => ({ firstName, lastName })

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
      data: { ...id, ...newEmail, previousSubject: user.subject, isVerified: false },
    },
    isEmailVerified === true && { type: 'VouchForUserEmail', data: id },
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

function decideAccount(
  command: Exclude<UserCommand, { type: 'RegisterUser' | 'EraseUser' }>,
  user: Account,
): UserEvent[] {
  switch (command.type) {
    case 'VerifyUserEmail':
      return user.emailState === 'proven' ? [] : [{ type: 'UserEmailVerified', data: command.data }]
    case 'VouchForUserEmail':
      return user.emailState === 'unproven' ? [{ type: 'UserEmailVouched', data: command.data }] : []
    case 'UnverifyUserEmail':
      return user.emailState === 'unproven' ? [] : [{ type: 'UserEmailUnverified', data: command.data }]
    case 'ChangeUserEmail':
      return user.subject === command.data.subject ? [] : [{ type: 'UserEmailChanged', data: command.data }]
    case 'UpdateProfile': {
      const { userId, subject, changes } = command.data
      const profile = corrected(profileRecord, user.profile, changes)
      return isSame(profileRecord, profile, user.profile)
        ? []
        : [{ type: 'ProfileUpdated', data: { userId, subject, ...profile } }]
    }
    case 'ChangeProfilePhoto':
      if (command.data.photo === user.photo) return []
      return [{ type: 'ProfilePhotoChanged', data: { ...command.data, replaced: user.photo } }]
    case 'EditUser': {
      if (command.data.newEmail !== null && command.data.asked.by === command.data.userId)
        throw new DomainError('conflict', 'Change your own email address in your profile: it has to be confirmed.')
      let edited = user
      return stepsOf(user, command.data).flatMap((step) => {
        if (step.type === 'RegisterUser' || step.type === 'EraseUser') return []
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
      return [{ type: 'SecondFactorReset', data: { userId } }, ...allRemoved(userId, user.passkeys)]
    }
    case 'AddPasskey':
    case 'RemovePasskey':
    case 'RemovePasskeys':
      return decidePasskeys(command, user.passkeys)
    default:
      return decideRights(command, { ...user, isEmailProven: user.emailState === 'proven' })
  }
}

function evolveAccount(user: Account, event: UserEvent): Account {
  switch (event.type) {
    case 'UserRegistered':
    case 'UserDeleted':
    case 'UserErased':
    case 'UserSessionsEnded':
    case 'SecondFactorReset':
      return user
    case 'UserEmailVerified':
      return { ...user, emailState: 'proven' }
    case 'UserEmailVouched':
      return { ...user, emailState: 'vouched' }
    case 'UserEmailUnverified':
      return { ...user, emailState: 'unproven' }
    case 'UserEmailChanged': {
      const { isVerified = true, subject } = event.data
      return { ...user, emailState: isVerified ? 'proven' : 'unproven', subject }
    }
    case 'ProfileUpdated':
      return { ...user, profile: valuesIn(profileRecord, event.data) }
    case 'ProfilePhotoChanged':
      return { ...user, photo: event.data.photo }
    case 'PasskeyAdded':
    case 'PasskeyRemoved':
      return { ...user, passkeys: evolvePasskeys(user.passkeys, event) }
    default:
      return { ...user, rights: evolveRights(user.rights, event) }
  }
}

const statusAfter: { [type: string]: 'deleted' | 'erased' } = { UserDeleted: 'deleted', UserErased: 'erased' }

export const users: Decider<User, UserCommand, UserEvent> = {
  initialState: { status: 'unknown' },
  decide(command, user) {
    if (command.type === 'RegisterUser')
      return user.status === 'unknown' ? [{ type: 'UserRegistered', data: command.data }] : []
    if (command.type === 'DeleteUser' && user.status === 'deleted') return []
    if (command.type === 'EraseUser' && user.status !== 'unknown')
      return user.status === 'erased' ? [] : [{ type: 'UserErased', data: command.data }]
    if (user.status !== 'registered' || command.type === 'EraseUser')
      throw new DomainError('not_found', 'User not found.')
    return decideAccount(command, user)
  },
  evolve(user, event) {
    if (event.type === 'UserRegistered')
      return {
        status: 'registered',
        subject: event.data.subject,
        emailState: 'unproven',
        rights: initialRights,
        passkeys: [],
        profile: { ...emptyProfile, ...namesOf(event.data) },
        photo: null,
      }
    if (user.status === 'unknown') return user
    return { ...evolveAccount(user, event), status: statusAfter[event.type] ?? user.status }
  },
}

/** The values that app.accounts must hold: the outcome of a stream, with the revision of each part. */
export type AccountState = {
  /** True when the current address is verified. */
  subject: string
  /** Every address that the person had in this account. */
  addresses: Address[]
  isErased: boolean
  rights: UserRights & { revision: number }
  /** `isProven`: proved by its owner; an admin’s word does not count. */
  email: { isProven: boolean; revision: number }
  /** The latest change of address, if any. */
  move: (NewEmail & { revision: number }) | null
}

/** An address that an account had. Typing an address proves nothing: others may have used its subject too. */
type Address = { subject: string; email: string; isProven: boolean }

function addressesIn(history: readonly UserEvent[]): Address[] {
  const addresses = new Map<string, Address>()
  let current = ''
  const prove = (isProven: boolean) => {
    const address = addresses.get(current)
    if (address) addresses.set(current, { ...address, isProven })
  }
  for (const event of history) {
    if (event.type === 'UserRegistered' || event.type === 'UserEmailChanged') {
      const { subject, email } = event.data
      const isProven = event.type === 'UserEmailChanged' && (event.data.isVerified ?? true)
      addresses.set(subject, { subject, email, isProven: isProven || (addresses.get(subject)?.isProven ?? false) })
      current = subject
    }
    if (event.type === 'UserEmailVerified') prove(true)
    if (event.type === 'UserEmailUnverified') prove(false)
  }
  return [...addresses.values()]
}

/** Null for an unknown user. A deleted user may do nothing until the erasure is done. */
export function accountState(history: readonly (UserEvent & { revision: number })[]): AccountState | null {
  const user = history.reduce<User>(users.evolve, users.initialState)
  if (user.status === 'unknown') return null
  const latest = (...types: UserEvent['type'][]) => history.findLast(({ type }) => types.includes(type))?.revision ?? -1
  const move = history.findLast((event) => event.type === 'UserEmailChanged')
  return {
    subject: user.subject,
    addresses: addressesIn(history),
    isErased: user.status === 'erased',
    rights: {
      ...user.rights,
      isActive: user.rights.isActive && user.status === 'registered',
      roles: user.status === 'registered' ? user.rights.roles : [],
      revision: latest(
        'AdminGranted',
        'AdminRevoked',
        'UserBanned',
        'UserUnbanned',
        'UserDeactivated',
        'UserReactivated',
        'UserDeleted',
        'StaffRoleGranted',
        'StaffRoleRevoked',
      ),
    },
    email: {
      isProven: user.emailState === 'proven',
      revision: latest('UserEmailVerified', 'UserEmailVouched', 'UserEmailUnverified', 'UserEmailChanged'),
    },
    move: move ? { ...move.data, revision: move.revision } : null,
  }
}
