import type { EventSetAside } from '../kernel/eventlog/decider.ts'
import { insert, type Projection } from '../kernel/projector/projection.ts'

const largestInteger = 2_147_483_647 // of PostgreSQL

/** Table `set_aside_events`: unreadable events in our streams, for an operator to examine. */
export const setAsideEventsProjection: Projection<EventSetAside> = {
  name: 'set-aside-events',
  version: 2,
  tables: {
    set_aside_events: {
      columns: {
        position: 'text NOT NULL',
        event_id: 'text NOT NULL',
        stream: 'text NOT NULL',
        // Null: the end of a deleted stream, whose revision is 2^63 - 1.
        revision: 'integer',
        type: 'text NOT NULL',
        reason: 'text NOT NULL',
      },
      primaryKey: ['position'],
    },
  },
  on: {
    EventSetAside: ({ id, position, revision, data: { stream, type, reason } }) => [
      insert('set_aside_events', {
        position,
        event_id: id,
        stream,
        revision: revision > largestInteger ? null : revision,
        type,
        reason,
      }),
    ],
  },
}
