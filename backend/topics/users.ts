import { erasedIn, impersonalIn } from '../../records/erasures.ts'
import { erasedEmail } from '../../records/fields.ts'
import { origin } from '../../records/origins.ts'
import type { RoleGrant } from '../../records/staff-rights.ts'
import { profile, registration } from '../../records/users.ts'
import { accountFlags } from '../domain/accounts/account-flags.ts'
import type { AdminInvitationEvent } from '../domain/accounts/admin-invitations.ts'
import type { ProviderConnectionEvent } from '../domain/accounts/provider-connections.ts'
import { evolveRoles, type RoleEvent } from '../domain/accounts/role-grants.ts'
import type { UserEmailEvent } from '../domain/accounts/user-emails.ts'
import type { UserEvent } from '../domain/accounts/users.ts'
import { because, describes, generated, type Topic } from './topic.ts'

/** An erasure is described in subjects.ts. */
type Event =
  | Exclude<UserEvent, { type: 'UserErased' }>
  | UserEmailEvent
  | ProviderConnectionEvent
  | AdminInvitationEvent

const item = { topic: 'users', idField: 'userId' } as const

type Fields = { readonly [field: string]: unknown }

const rolesIn = ({ roles }: Fields): readonly RoleGrant[] => (Array.isArray(roles) ? roles : [])

/** The fields of a role, which a history shows as one. */
const untold = { role: undefined, eventId: undefined, until: undefined }

/** The roles after an event about one. */
const withRoles = (event: RoleEvent, before: Fields) => ({
  ...untold,
  roles: evolveRoles(rolesIn(before), event),
})

/** A ban and a deactivation take every role. */
const withoutRoles = (before: Fields) => (rolesIn(before).length > 0 ? { roles: [] } : {})

const impersonal = impersonalIn(origin)

export const users = {
  ...describes<Event>(),
  events: {
    UserRegistered: {
      item,
      personal: erasedIn(registration),
      impersonal,
      outcome: { status: 'Registered', isAdmin: accountFlags.UserRegistered.isAdmin },
      sets: accountFlags.UserRegistered,
    },
    AdminGranted: {
      item,
      outcome: { status: 'Administrator', ...accountFlags.AdminGranted },
      sets: accountFlags.AdminGranted,
      audit: { isIncident: true, step: 'GrantAdmin', alert: ['One new admin', 'new admins'] },
    },
    AdminRevoked: {
      item,
      outcome: { status: 'Registered', ...accountFlags.AdminRevoked },
      sets: accountFlags.AdminRevoked,
      audit: {
        step: 'RevokeAdmin',
        alert: ['One admin lost their rights', 'admins who lost their rights'],
      },
    },
    UserBanned: {
      item,
      personal: { reason: null },
      outcome: (_, before) => ({ status: 'Banned', ...accountFlags.UserBanned, ...withoutRoles(before) }),
      sets: accountFlags.UserBanned,
      audit: { step: 'BanUser' },
    },
    StaffRoleGranted: {
      item,
      personal: { reason: null },
      impersonal: because('One of the roles of the program.', 'role'),
      outcome: (data, before) => withRoles({ type: 'StaffRoleGranted', data }, before),
      audit: { isIncident: true, alert: ['One person got a role', 'roles that people got'] },
    },
    StaffRoleRevoked: {
      item,
      personal: { reason: null },
      impersonal: because('One of the roles of the program.', 'role'),
      outcome: (data, before) => withRoles({ type: 'StaffRoleRevoked', data }, before),
      audit: { alert: ['One person lost a role', 'roles that people lost'] },
    },
    UserUnbanned: {
      item,
      // The end of the ban removes its reason and end.
      outcome: { status: 'Registered', ...accountFlags.UserUnbanned, reason: null, until: null },
      sets: accountFlags.UserUnbanned,
      audit: { step: 'UnbanUser' },
    },
    UserDeactivated: {
      item,
      outcome: (_, before) => ({ status: 'Inactive', ...accountFlags.UserDeactivated, ...withoutRoles(before) }),
      sets: accountFlags.UserDeactivated,
      audit: { step: 'DeactivateUser' },
    },
    UserReactivated: {
      item,
      outcome: { status: 'Registered', ...accountFlags.UserReactivated },
      sets: accountFlags.UserReactivated,
      audit: { step: 'ReactivateUser' },
    },
    UserDeleted: { item, outcome: { status: 'Deleted', deleted: true } },
    UserSessionsEnded: { item },
    SecondFactorReset: {
      item,
      audit: {
        alert: ['Two-step sign-in of one account was reset', 'accounts whose two-step sign-in was reset'],
      },
    },
    UserEmailVerified: {
      item,
      outcome: accountFlags.UserEmailVerified,
      sets: accountFlags.UserEmailVerified,
      audit: { step: 'VerifyUserEmail' },
    },
    UserEmailVouched: {
      item,
      outcome: accountFlags.UserEmailVouched,
      sets: accountFlags.UserEmailVouched,
      audit: { step: 'VouchForUserEmail' },
    },
    UserEmailUnverified: {
      item,
      outcome: accountFlags.UserEmailUnverified,
      sets: accountFlags.UserEmailUnverified,
      audit: { step: 'UnverifyUserEmail' },
    },
    UserEmailChanged: {
      item,
      personal: { email: erasedEmail },
      outcome: ({ isVerified = true }) => ({ isEmailVerified: isVerified }),
      sets: ({ isVerified = true }) => ({ isEmailVerified: isVerified }),
      audit: {
        step: 'ChangeUserEmail',
        alert: [
          'An admin gave one account another email address',
          'accounts to which an admin gave another email address',
        ],
      },
    },
    PasskeyAdded: {
      item,
      impersonal: generated('passkeyId'),
      audit: { isIncident: true, alert: ['An admin added a passkey', 'passkeys added by admins'] },
    },
    PasskeyRemoved: { item, impersonal: generated('passkeyId'), audit: { isIncident: true } },
    ProviderConnected: {
      item,
      audit: {
        isIncident: true,
        isTelling: true,
        alert: [
          'Google or Facebook was connected to an admin’s account',
          'connections of Google or Facebook to admins’ accounts',
        ],
      },
    },
    ProfileUpdated: {
      item,
      personal: erasedIn(profile),
    },
    ProfilePhotoChanged: { item, personal: { photo: null, replaced: null } },
    AdminInvited: {
      item: { topic: 'admin-invitations', idField: null },
      personal: { email: erasedEmail },
      audit: {
        isIncident: true,
        alert: ['One person was invited to become an admin', 'people invited to become admins'],
      },
    },
    AdminInvitationWithdrawn: {
      item: { topic: 'admin-invitations', idField: null },
      personal: { email: erasedEmail },
    },
    AdminInvitationAccepted: {
      item: { topic: 'admin-invitations', idField: null },
      personal: { email: erasedEmail },
    },
    StaffInvited: {
      item: { topic: 'admin-invitations', idField: null },
      personal: { email: erasedEmail },
      impersonal: because('One of the roles of the program.', 'role'),
      outcome: ({ role, eventId, until }) => ({ ...untold, invitedAs: [{ role, eventId, until }] }),
      audit: { isIncident: true, alert: ['One person was invited to a role', 'people invited to roles'] },
    },
    StaffInvitationAccepted: {
      item: { topic: 'admin-invitations', idField: null },
      personal: { email: erasedEmail },
    },
    EmailReserved: { item: null },
    EmailReleased: { item: null },
  },
  streams: ['user', 'provider-connection', 'admin-invitation'],
  sequences: { user: ['userId', 'authorId'] },
} as const satisfies Topic<Event>
