import type { WelcomeSeriesEvent } from '../domain/mail/welcome-series.ts'
import { insert, type Projection } from '../kernel/projector/projection.ts'

/** Table `welcome_series`: the current series; no row until an admin first saves it. */
export const welcomeSeriesProjection: Projection<WelcomeSeriesEvent> = {
  name: 'welcome-series',
  version: 1,
  tables: {
    welcome_series: {
      columns: {
        id: 'integer NOT NULL',
        is_on: 'boolean NOT NULL',
        /** The list of emails, as in the event. */
        series: 'jsonb NOT NULL',
        changed_at: 'timestamptz NOT NULL',
        revision: 'integer NOT NULL',
      },
      primaryKey: ['id'],
    },
  },
  on: {
    WelcomeSeriesChanged: ({ data: { isOn, mails }, metadata, revision }) => [
      insert('welcome_series', { id: 1, is_on: isOn, series: { mails }, changed_at: metadata.at, revision }),
    ],
  },
}
