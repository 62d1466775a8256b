import { z } from 'zod'
import { apiKey, apiKeyEnd } from '../../records/api-keys.ts'
import { origin } from '../../records/origins.ts'
import { staffSet, staffSetChange, staffSetEnd } from '../../records/staff-sets.ts'
import { profile, registration } from '../../records/users.ts'
import type { AccountDeletionEvent } from '../domain/accounts/account-deletions.ts'
import type { AdminInvitationEvent } from '../domain/accounts/admin-invitations.ts'
import type { ApiKeyEvent } from '../domain/accounts/api-keys.ts'
import type { PreferencesEvent } from '../domain/accounts/preferences.ts'
import type { ProviderConnectionEvent } from '../domain/accounts/provider-connections.ts'
import type { StaffSetEvent } from '../domain/accounts/staff-sets.ts'
import type { UserEmailEvent } from '../domain/accounts/user-emails.ts'
import type { UserEvent } from '../domain/accounts/users.ts'
import type { SubjectEvent } from '../domain/subjects.ts'
import { erasableTopics } from '../topics/index.ts'
import { count, email, type FieldsOf, flag, group, id, listOf, moment, name, text, uuid } from './fields.ts'
import { stored, storedIfKnown } from './item-schemas.ts'

const user = { userId: id }
const person = { ...user, subject: uuid }
const staffRole = { role: name, eventId: id.nullable(), reason: text(500).nullable() }

export const mailChoices = {
  campaignNews: flag,
  volunteerOpportunities: flag,
  eventInvitations: flag,
  emailUpdates: flag,
}

const erasedTopics = z.enum([...erasableTopics.keys()])

/** Accounts, what belongs to them, and the keys of programs. */
export const people = {
  UserRegistered: { ...person, ...stored(registration), ...storedIfKnown(origin) },
  UserEmailVerified: user,
  UserEmailVouched: user,
  UserEmailUnverified: user,
  UserEmailChanged: { ...person, email, previousSubject: uuid, isVerified: flag.optional() },
  ProfileUpdated: {
    ...person,
    ...stored(profile),
  },
  ProfilePhotoChanged: { ...person, photo: name.nullable(), replaced: name.nullable() },
  AdminInvited: { subject: uuid, email, invitation: uuid.optional() },
  AdminInvitationWithdrawn: { subject: uuid, email },
  AdminInvitationAccepted: { subject: uuid, email, invitation: uuid.optional() },
  StaffInvited: {
    subject: uuid,
    email,
    invitation: uuid,
    role: name,
    eventId: id.nullable(),
    until: moment.nullable(),
  },
  StaffInvitationAccepted: { subject: uuid, email, invitation: uuid },
  AdminGranted: user,
  AdminRevoked: user,
  UserBanned: { ...person, reason: text(500).nullable(), until: moment.nullable() },
  StaffRoleGranted: { ...person, ...staffRole, until: moment.nullable() },
  StaffRoleRevoked: { ...person, ...staffRole },
  UserUnbanned: { ...user, why: z.enum(['lifted', 'expired']) },
  UserDeactivated: user,
  UserReactivated: user,
  UserDeleted: user,
  UserErased: { ...user, shared: listOf(uuid), items: listOf(group({ topic: erasedTopics, id })) },
  UserSessionsEnded: { ...user, sessions: count },
  SecondFactorReset: user,
  PasskeyAdded: { ...user, passkeyId: name },
  PasskeyRemoved: { ...user, passkeyId: name },
  EmailReserved: person,
  EmailReleased: user,
  PreferencesChanged: { ...person, ...mailChoices, securityAlerts: flag },
  ProviderConnected: { ...user, provider: z.enum(['google', 'facebook']) },
  AccountDeletionRequested: { ...person, dueAt: moment },
  AccountDeletionCancelled: person,
  AccountDeletionStarted: person,
  SubjectErased: { subject: uuid },
  ApiKeyIssued: { apiKeyId: id, ...stored(apiKey), rights: listOf(name), until: moment },
  ApiKeyRevoked: { apiKeyId: id, ...stored(apiKeyEnd) },
  StaffSetDefined: { setId: id, ...stored(staffSet), rights: listOf(name), ...stored(staffSetChange) },
  StaffSetRemoved: { setId: id, ...stored(staffSetEnd) },
} satisfies FieldsOf<
  | UserEvent
  | UserEmailEvent
  | AdminInvitationEvent
  | ApiKeyEvent
  | StaffSetEvent
  | PreferencesEvent
  | ProviderConnectionEvent
  | AccountDeletionEvent
  | SubjectEvent
>
