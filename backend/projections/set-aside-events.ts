import type { EventSetAside } from '../domain/decider.ts'
import { insert, type Projection } from './projection.ts'

/** Table `set_aside_events`: unreadable events in our streams, for an operator to examine. */
export const setAsideEventsProjection: Projection<EventSetAside> = {
  name: 'set-aside-events',
  version: 1,
  tables: {
    set_aside_events: {
      columns: {
        position: 'text NOT NULL',
        event_id: 'text NOT NULL',
        stream: 'text NOT NULL',
        revision: 'integer NOT NULL',
        type: 'text NOT NULL',
        reason: 'text NOT NULL',
      },
      primaryKey: ['position'],
    },
  },
  on: {
    EventSetAside: ({ id, position, revision, data: { stream, type, reason } }) => [
      insert('set_aside_events', { position, event_id: id, stream, revision, type, reason }),
    ],
  },
}
