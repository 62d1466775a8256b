import { columnsIn, personalColumns } from '../../records/columns.ts'
import { searchIndex, sortIndex } from '../../records/list-sql.ts'
import type { HeldFor } from '../../records/staff-rights.ts'
import { account, profile, registration } from '../../records/users.ts'
import { valuesIn } from '../../records/values.ts'
import type { UserEvent } from '../domain/accounts/users.ts'
import type { SubjectEvent } from '../domain/subjects.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import {
  columnsOf,
  countsBy,
  insert,
  type Projection,
  type Row,
  type RowChange,
  remove,
  removeWhere,
  update,
  updateWhere,
} from '../kernel/projector/projection.ts'
import { fieldsSetBy, personalFields } from '../topics/index.ts'
import { users } from '../topics/users.ts'
import { countedSource, originColumns, originRow, sourceIndex } from './origins.ts'

/** Unknown at registration (the profile comes later). */
const emptyProfile: Row = { ...columnsOf(valuesIn(profile, {})), profile_image_url: null }

const noBan = { ban_reason: null, banned_until: null }

/** Migration 161: the list of users by last visit reads that table, which therefore needs a row for every user. */
const everybody = (rows: string) =>
  `INSERT INTO app.last_visits (user_id) SELECT id FROM ${rows} ON CONFLICT DO NOTHING`

const erased: Row = {
  ...emptyProfile,
  ...columnsOf(personalFields.UserRegistered),
  ban_reason: null,
  is_erased: true,
}

/** Every event of an account raises its revision, which tells an admin whether another admin changed the row. */
const change = ({ data, revision }: Recorded<UserEvent>, set: Row): RowChange[] => [
  update('users', { id: data.userId }, { ...set, revision }),
]

const roleKey = ({ userId, role, eventId }: { userId: number } & HeldFor) => ({
  user_id: userId,
  role,
  event_id: eventId ?? 0,
})

const everyRole = ({ data: { userId } }: Recorded<UserEvent>) => removeWhere('user_roles', { user_id: userId })

/** The flags that the topic says an event sets. */
const flagsBy = ({ type, data }: Recorded<UserEvent>): Row => columnsOf(fieldsSetBy(type, { ...data }))

const flagged = (event: Recorded<UserEvent>) => change(event, flagsBy(event))

/**
 * Table `users`: people with an account, for lists and names. Never used for permissions: those are in plain tables of
 * the identity room, because they must take effect immediately.
 */
export const usersProjection: Projection<UserEvent | SubjectEvent> = {
  name: 'users',
  version: 9,
  fills: [everybody('%1$I.users')],
  tables: {
    users: {
      columns: {
        id: 'integer NOT NULL',
        ...columnsIn(account),
        ...originColumns,
        profile_image_url: 'text',
        is_admin: 'boolean NOT NULL',
        is_active: 'boolean NOT NULL',
        is_banned: 'boolean NOT NULL',
        ban_reason: 'text',
        /** An expired ban stays until the system lifts it, at most a minute later. */
        banned_until: 'timestamptz',
        /** Verified by its owner or by an admin’s word. */
        is_email_verified: 'boolean NOT NULL',
        created_at: 'timestamptz NOT NULL',
        subject: 'uuid NOT NULL',
        revision: 'integer NOT NULL',
        is_deleted: 'boolean NOT NULL',
        is_erased: 'boolean NOT NULL',
      },
      primaryKey: ['id'],
      personal: [...personalColumns(account), 'profile_image_url', 'ban_reason'],
      countedIn: 'user_counts',
      derives: [everybody('changed WHERE sign = 1')],
      indexes: {
        users_subject: '(subject)',
        users_to_erase: '(id) WHERE is_deleted AND NOT is_erased',
        users_registered: '(created_at)',
        users_name: sortIndex(account, 'firstName', 'lastName'),
        users_email: sortIndex(account, 'email'),
        users_status: '((CASE WHEN is_banned THEN 2 WHEN is_active THEN 0 ELSE 1 END), id)',
        users_admins: '(id) WHERE is_admin',
        users_erased: '(id) WHERE is_deleted OR is_erased',
        users_source: sourceIndex,
        users_search: searchIndex(account),
      },
    },
    user_roles: {
      columns: {
        user_id: 'integer NOT NULL',
        role: 'text NOT NULL',
        /** 0: everywhere. */
        event_id: 'integer NOT NULL',
        until: 'timestamptz',
      },
      primaryKey: ['user_id', 'role', 'event_id'],
    },
    user_counts: countsBy({
      is_active: 'boolean NOT NULL',
      is_banned: 'boolean NOT NULL',
      is_email_verified: 'boolean NOT NULL',
      is_deleted: 'boolean NOT NULL',
      is_erased: 'boolean NOT NULL',
      ...countedSource,
    }),
  },
  on: {
    UserRegistered: ({ data, metadata, revision }) => [
      insert('users', {
        id: data.userId,
        ...emptyProfile,
        ...columnsOf(valuesIn(registration, data)),
        ...originRow(data),
        ...columnsOf(users.events.UserRegistered.sets),
        ...noBan,
        created_at: metadata.at,
        subject: data.subject,
        revision,
        is_deleted: false,
        is_erased: false,
      }),
    ],
    AdminGranted: flagged,
    AdminRevoked: flagged,
    UserBanned: (event) => [
      ...change(event, { ...flagsBy(event), ban_reason: event.data.reason, banned_until: event.data.until }),
      everyRole(event),
    ],
    StaffRoleGranted: (event) => {
      const { until } = event.data
      return [...change(event, {}), insert('user_roles', { ...roleKey(event.data), until })]
    },
    StaffRoleRevoked: (event) => [...change(event, {}), remove('user_roles', roleKey(event.data))],
    UserUnbanned: (event) => change(event, { ...flagsBy(event), ...noBan }),
    UserDeactivated: (event) => [...flagged(event), everyRole(event)],
    UserReactivated: flagged,
    UserDeleted: (event) => [...change(event, { is_active: false, is_deleted: true }), everyRole(event)],
    UserSessionsEnded: (event) => change(event, {}),
    SecondFactorReset: (event) => change(event, {}),
    PasskeyAdded: (event) => change(event, {}),
    PasskeyRemoved: (event) => change(event, {}),
    ProfileUpdated: (event) => change(event, columnsOf(valuesIn(profile, event.data))),
    ProfilePhotoChanged: (event) => {
      const { photo } = event.data
      return change(event, { profile_image_url: photo === null ? null : `/photos/${photo}-256.webp` })
    },
    UserEmailVerified: flagged,
    UserEmailVouched: flagged,
    UserEmailUnverified: flagged,
    UserEmailChanged: (event) => {
      const { email, subject } = event.data
      return change(event, { email, subject, ...flagsBy(event) })
    },
    UserErased: (event) => [...change(event, { ...erased, is_active: false, is_deleted: true }), everyRole(event)],
    SubjectErased: ({ data: { subject } }) => [updateWhere('users', { subject }, erased)],
  },
}
