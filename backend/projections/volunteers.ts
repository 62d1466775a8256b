import type { SubjectEvent } from '../domain/subjects.ts'
import type { VolunteerEvent } from '../domain/volunteers.ts'
import {
  columnsOf,
  countsBy,
  increment,
  insert,
  type Projection,
  type Row,
  update,
  updateWhere,
} from '../kernel/projector/projection.ts'
import { personalFields } from '../topics/index.ts'
import { waysOfInterests, waysOfText } from './skill-match.ts'
import { eraseItems, type UserErased } from './user-erasures.ts'

const erased: Row = {
  ...columnsOf(personalFields.VolunteerApplied),
  skill_match: {},
  interest_match: {},
  consent_source: null,
  is_erased: true,
}

type Details = Omit<Extract<VolunteerEvent, { type: 'VolunteerApplied' }>['data'], 'volunteerId' | 'userId'>

const applied = (row: Row, { interests, ...details }: Details) => [
  insert('volunteers', {
    ...row,
    interests,
    skill_match: waysOfText(details.skills),
    interest_match: waysOfInterests(interests),
    ...columnsOf(details),
    is_deleted: false,
    is_erased: false,
  }),
  increment('volunteer_totals', { scope: 'all' }, { applications: 1 }),
]

/**
 * Table `volunteers`: every application, removed ones included; `is_import_undone` is true for those that the undo of their
 * import removed. `skill_match` and `interest_match` are the ways to help
 * that the words suggest (decisions/0069); they are separate, since a correction leaves the interests as they are.
 * Table `volunteer_totals`: the number of those that are not removed; the home page and Volunteer HQ poll it every 30 s
 * (§7), so it must not be counted each time.
 */
export const volunteersProjection: Projection<VolunteerEvent | SubjectEvent | UserErased> = {
  name: 'volunteers',
  version: 8,
  tables: {
    volunteers: {
      columns: {
        id: 'integer NOT NULL',
        user_id: 'integer',
        first_name: 'text NOT NULL',
        last_name: 'text NOT NULL',
        email: 'text NOT NULL',
        phone: 'text',
        skills: 'text',
        availability: 'text',
        interests: 'text[] NOT NULL',
        skill_match: 'jsonb NOT NULL',
        interest_match: 'jsonb NOT NULL',
        is_deleted: 'boolean NOT NULL',
        is_import_undone: 'boolean NOT NULL DEFAULT false',
        is_erased: 'boolean NOT NULL',
        created_at: 'timestamptz NOT NULL',
        subject: 'uuid NOT NULL',
        consent_source: 'text',
        revision: 'integer NOT NULL',
      },
      primaryKey: ['id'],
      personal: [
        'first_name',
        'last_name',
        'email',
        'phone',
        'skills',
        'availability',
        'interests',
        'skill_match',
        'interest_match',
        'consent_source',
      ],
      countedIn: 'volunteer_counts',
      indexes: {
        volunteers_subject: '(subject)',
        volunteers_listed: '(id) WHERE NOT is_deleted',
        volunteers_deleted: '(id) WHERE is_deleted',
        volunteers_name: `(app.sort_key(last_name || ' ' || first_name) COLLATE "und-x-icu", id)`,
        volunteers_email: '(app.sort_key(email) COLLATE "und-x-icu", id)',
        volunteers_availability: `(app.sort_key(coalesce(availability, '')) COLLATE "und-x-icu", id)`,
        volunteers_interests: 'USING gin (interests)',
        volunteers_ways: 'USING gin ((skill_match || interest_match))',
        volunteers_search: `USING gin (app.search_key(first_name || ' ' || last_name || ' ' || email || ' ' || coalesce(phone, '') || ' ' || coalesce(skills, '')) gin_trgm_ops)`,
      },
    },
    volunteer_counts: countsBy({ is_deleted: 'boolean NOT NULL' }),
    volunteer_totals: {
      columns: { scope: 'text NOT NULL', applications: 'bigint NOT NULL' },
      primaryKey: ['scope'],
    },
  },
  on: {
    VolunteerApplied: ({ data: { volunteerId, userId, ...details }, metadata, revision }) =>
      applied({ id: volunteerId, user_id: userId, created_at: metadata.at, revision, consent_source: null }, details),
    VolunteerImported: ({ data: { volunteerId, consentSource, consentAt, ...details }, revision }) =>
      applied(
        { id: volunteerId, user_id: null, created_at: consentAt, revision, consent_source: consentSource },
        details,
      ),
    VolunteerCorrected: ({ data: { volunteerId, ...details }, revision }) => [
      update(
        'volunteers',
        { id: volunteerId },
        { ...columnsOf(details), skill_match: waysOfText(details.skills), revision },
      ),
    ],
    VolunteerAddressMoved: ({ data: { volunteerId, subject, email }, revision }) => [
      update('volunteers', { id: volunteerId }, { subject, email, revision }),
    ],
    VolunteerRemoved: ({ data, revision, metadata: { command } }) => [
      update(
        'volunteers',
        { id: data.volunteerId },
        { is_deleted: true, is_import_undone: command === 'UndoVolunteerImport', revision },
      ),
      increment('volunteer_totals', { scope: 'all' }, { applications: -1 }),
    ],
    VolunteerRestored: ({ data, revision }) => [
      update('volunteers', { id: data.volunteerId }, { is_deleted: false, is_import_undone: false, revision }),
      increment('volunteer_totals', { scope: 'all' }, { applications: 1 }),
    ],
    UserErased: (event) => eraseItems(event, 'volunteers', erased),
    SubjectErased: ({ data: { subject } }) => [updateWhere('volunteers', { subject }, erased)],
  },
}
