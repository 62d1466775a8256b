import type { SubjectEvent } from '../domain/subjects.ts'
import type { VolunteerEvent } from '../domain/volunteers.ts'
import {
  columnsOf,
  increment,
  insert,
  type Projection,
  type RedactedValues,
  remove,
  update,
  updateWhere,
} from './projection.ts'

/**
 * Table `volunteers`: every application that is not removed.
 * Table `volunteer_totals`: the number of rows; the home page and Volunteer HQ poll it every 30 s (§7), so it must not
 * be counted each time.
 */
export const volunteersProjection = (redactedValues: RedactedValues): Projection<VolunteerEvent | SubjectEvent> => ({
  name: 'volunteers',
  version: 2,
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
        created_at: 'timestamptz NOT NULL',
        subject: 'uuid NOT NULL',
        revision: 'integer NOT NULL',
      },
      primaryKey: ['id'],
      indexes: { volunteers_subject: '(subject)' },
    },
    volunteer_totals: {
      columns: { scope: 'text NOT NULL', applications: 'bigint NOT NULL' },
      primaryKey: ['scope'],
    },
  },
  on: {
    VolunteerApplied: ({ data: { volunteerId, userId, interests, ...details }, metadata, revision }) => [
      insert('volunteers', {
        id: volunteerId,
        user_id: userId,
        interests,
        ...columnsOf(details),
        created_at: metadata.at,
        revision,
      }),
      increment('volunteer_totals', { scope: 'all' }, { applications: 1 }),
    ],
    VolunteerCorrected: ({ data: { volunteerId, ...details }, revision }) => [
      update('volunteers', { id: volunteerId }, { ...columnsOf(details), revision }),
    ],
    VolunteerRemoved: ({ data }) => [
      remove('volunteers', { id: data.volunteerId }),
      increment('volunteer_totals', { scope: 'all' }, { applications: -1 }),
    ],
    SubjectErased: ({ data: { subject } }) => [
      updateWhere('volunteers', { subject }, columnsOf(redactedValues.VolunteerApplied)),
    ],
  },
})
