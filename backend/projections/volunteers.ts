import { columnsIn, personalColumns } from '../../records/columns.ts'
import { erasedIn } from '../../records/erasures.ts'
import { searchIndex, sortIndex } from '../../records/list-sql.ts'
import type { Origin } from '../../records/origins.ts'
import { type Values, valuesIn } from '../../records/values.ts'
import { volunteer, volunteerDetails } from '../../records/volunteers.ts'
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
import { countedSource, originColumns, originRow, sourceIndex } from './origins.ts'
import { waysOfInterests, waysOfText } from './skill-match.ts'
import { eraseItems, type UserErased } from './user-erasures.ts'

const erased: Row = {
  ...columnsOf(erasedIn(volunteer)),
  skill_match: {},
  interest_match: {},
  consent_source: null,
  is_erased: true,
}

const applied = (row: Row, details: Values<typeof volunteer> & Origin) => [
  insert('volunteers', {
    ...row,
    ...columnsOf(valuesIn(volunteer, details)),
    ...originRow(details),
    skill_match: waysOfText(details.skills),
    interest_match: waysOfInterests(details.interests),
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
  version: 9,
  tables: {
    volunteers: {
      columns: {
        id: 'integer NOT NULL',
        user_id: 'integer',
        ...columnsIn(volunteer),
        ...originColumns,
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
      personal: [...personalColumns(volunteer), 'skill_match', 'interest_match', 'consent_source'],
      countedIn: 'volunteer_counts',
      indexes: {
        volunteers_subject: '(subject)',
        volunteers_listed: '(id) WHERE NOT is_deleted',
        volunteers_deleted: '(id) WHERE is_deleted',
        volunteers_name: sortIndex(volunteer, 'lastName', 'firstName'),
        volunteers_email: sortIndex(volunteer, 'email'),
        volunteers_availability: sortIndex(volunteer, 'availability'),
        volunteers_interests: 'USING gin (interests)',
        volunteers_ways: 'USING gin ((skill_match || interest_match))',
        volunteers_source: sourceIndex,
        volunteers_search: searchIndex(volunteer),
      },
    },
    volunteer_counts: countsBy({ is_deleted: 'boolean NOT NULL', ...countedSource }),
    volunteer_totals: {
      columns: { scope: 'text NOT NULL', applications: 'bigint NOT NULL' },
      primaryKey: ['scope'],
    },
  },
  on: {
    VolunteerApplied: ({ data, metadata, revision }) =>
      applied(
        {
          ...{ id: data.volunteerId, user_id: data.userId, subject: data.subject },
          ...{ created_at: metadata.at, revision, consent_source: null },
        },
        data,
      ),
    VolunteerImported: ({ data, revision }) =>
      applied(
        {
          ...{ id: data.volunteerId, user_id: null, subject: data.subject },
          ...{ created_at: data.consentAt, revision, consent_source: data.consentSource },
        },
        data,
      ),
    VolunteerCorrected: ({ data, revision }) => [
      update(
        'volunteers',
        { id: data.volunteerId },
        {
          ...columnsOf(valuesIn(volunteerDetails, data)),
          ...{ subject: data.subject, skill_match: waysOfText(data.skills), revision },
        },
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
    UserErased: (event) => eraseItems(event, 'volunteers', { table: 'volunteers', set: erased }),
    SubjectErased: ({ data: { subject } }) => [updateWhere('volunteers', { subject }, erased)],
  },
}
