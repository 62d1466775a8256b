import type { PreferencesEvent } from '../domain/accounts/preferences.ts'
import type { SubjectEvent } from '../domain/subjects.ts'
import { columnsOf, insert, type Projection, remove, removeWhere } from '../kernel/projector/projection.ts'
import type { UserErased } from './user-erasures.ts'

/** Table `preferences`: which notifications people chose; a person who never chose has no row. */
export const preferencesProjection: Projection<PreferencesEvent | SubjectEvent | UserErased> = {
  name: 'preferences',
  version: 1,
  tables: {
    preferences: {
      columns: {
        user_id: 'integer NOT NULL',
        subject: 'uuid NOT NULL',
        campaign_news: 'boolean NOT NULL',
        volunteer_opportunities: 'boolean NOT NULL',
        event_invitations: 'boolean NOT NULL',
        email_updates: 'boolean NOT NULL',
        security_alerts: 'boolean NOT NULL',
      },
      primaryKey: ['user_id'],
      indexes: { preferences_subject: '(subject)' },
    },
  },
  on: {
    PreferencesChanged: ({ data }) => [
      remove('preferences', { user_id: data.userId }),
      insert('preferences', columnsOf(data)),
    ],
    UserErased: ({ data }) => [remove('preferences', { user_id: data.userId })],
    SubjectErased: ({ data: { subject } }) => [removeWhere('preferences', { subject })],
  },
}
