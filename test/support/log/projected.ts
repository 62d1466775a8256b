import type { EventMetadata, Recorded } from '../../../backend/kernel/eventlog/metadata.ts'
import type { Projection, RowChange } from '../../../backend/kernel/projector/projection.ts'
import type { DomainEvent } from '../../../backend/topics/index.ts'

export const at = '2026-03-01T12:00:00.000Z'
/** A subject id, as in the log. */
export const ruth = '11111111-1111-4111-8111-111111111111'
export const eventId = '01234567-89ab-8def-8123-456789abcdef'

/** An event as read from the log. */
export const recorded = <Event extends DomainEvent>(
  event: Event,
  metadata: Partial<EventMetadata> = {},
  place: Partial<Pick<Recorded, 'id' | 'stream' | 'revision'>> = {},
): Recorded<Event> => ({
  ...event,
  id: eventId,
  stream: 'stream-1',
  revision: 0,
  position: '1',
  ...place,
  metadata: {
    at,
    actor: { kind: 'visitor' },
    requestId: 'request-1',
    correlationId: 'request-1',
    command: 'Command',
    schemaVersion: 1,
    ...metadata,
  },
})

/** Returns the row changes for an event. */
export function changesBy(projection: Projection<never>, event: Recorded<DomainEvent>): RowChange[] {
  const handlers: { [type: string]: unknown } = projection.on
  const handler = handlers[event.type]
  return [projection.onEvery, handler].flatMap((project) => (typeof project === 'function' ? project(event) : []))
}

/** The columns of an act that does not say where it came from. */
export const noOrigin = {
  first_source: null,
  act_source: null,
  view_id: null,
  wording: null,
  source_name: 'Not recorded',
}
