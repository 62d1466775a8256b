import type { SubjectEvent } from '../domain/subjects.ts'
import type { UserEvent } from '../domain/users.ts'
import { columnsOf, insert, type Projection, type RedactedValues, update, updateWhere } from './projection.ts'

/** Unknown at registration (the profile comes later). */
const emptyProfile = { phone: null, address: null, city: null, state: null, zip_code: null, profile_image_url: null }

/**
 * Table `users`: people with an account, for lists and names. Never used for permissions: those are in plain tables of
 * the identity room, because they must take effect immediately.
 */
export const usersProjection = (redactedValues: RedactedValues): Projection<UserEvent | SubjectEvent> => ({
  name: 'users',
  version: 2,
  tables: {
    users: {
      columns: {
        id: 'integer NOT NULL',
        email: 'text NOT NULL',
        first_name: 'text',
        last_name: 'text',
        phone: 'text',
        address: 'text',
        city: 'text',
        state: 'text',
        zip_code: 'text',
        profile_image_url: 'text',
        is_admin: 'boolean NOT NULL',
        is_active: 'boolean NOT NULL',
        is_banned: 'boolean NOT NULL',
        is_email_verified: 'boolean NOT NULL',
        created_at: 'timestamptz NOT NULL',
        subject: 'uuid NOT NULL',
      },
      primaryKey: ['id'],
      indexes: { users_subject: '(subject)' },
    },
  },
  on: {
    UserRegistered: ({ data: { userId, subject, email, firstName, lastName }, metadata }) => [
      insert('users', {
        id: userId,
        email,
        first_name: firstName,
        last_name: lastName,
        ...emptyProfile,
        is_admin: false,
        is_active: true,
        is_banned: false,
        is_email_verified: false,
        created_at: metadata.at,
        subject,
      }),
    ],
    AdminGranted: ({ data }) => [update('users', { id: data.userId }, { is_admin: true })],
    ProfileUpdated: ({ data: { userId, subject: _, ...profile } }) => [
      update('users', { id: userId }, columnsOf(profile)),
    ],
    ProfilePhotoChanged: ({ data: { userId, photo } }) => [
      update('users', { id: userId }, { profile_image_url: photo === null ? null : `/photos/${photo}-256.webp` }),
    ],
    UserEmailVerified: ({ data }) => [update('users', { id: data.userId }, { is_email_verified: true })],
    UserEmailChanged: ({ data: { userId, email, subject } }) => [
      update('users', { id: userId }, { email, subject, is_email_verified: true }),
    ],
    SubjectErased: ({ data: { subject } }) => [
      updateWhere('users', { subject }, { ...emptyProfile, ...columnsOf(redactedValues.UserRegistered) }),
    ],
  },
})
