import type { Decider, Fact } from '../eventlog/decider.ts'

/**
 * `position`: the event’s position in the log, for readers of tables. `eventId` and `eventType` belong to the same
 * event.
 */
type Skip = { projection: string; position: string; eventId: string; eventType: string; reason: string }

export type ProjectionSkipCommand = Fact<'SkipEvent', Skip>
/** From here on this projection skips one event of the log; all other projections handle it. */
export type ProjectionSkipEvent = Fact<'EventSkipped', Skip>

type ProjectionSkips = { skipped: readonly Pick<Skip, 'projection' | 'eventId'>[] }

/** One stream for all projections, since each process that runs projections reads it often. */
export const projectionSkipStream = 'projection-skips'

export const projectionSkips: Decider<ProjectionSkips, ProjectionSkipCommand, ProjectionSkipEvent> = {
  initialState: { skipped: [] },
  decide({ data }, { skipped }) {
    const isSkipped = skipped.some(
      ({ projection, eventId }) => projection === data.projection && eventId === data.eventId,
    )
    return isSkipped ? [] : [{ type: 'EventSkipped', data }]
  },
  evolve({ skipped }, { data: { projection, eventId } }) {
    return { skipped: [...skipped, { projection, eventId }] }
  },
}
