import { type EventLog, type RecordedEvent, StreamDeleted } from '../eventlog/event-log.ts'
import type { Recorded } from '../eventlog/metadata.ts'
import { type ProjectionSkipEvent, projectionSkipStream } from './projection-skips.ts'
import type { ReadSkips } from './skips.ts'

/** The operators’ decisions in the log. */
export function createReadSkips({
  log,
  decode,
  isForbidden = () => false,
}: {
  log: Pick<EventLog, 'readStream'>
  decode(recorded: readonly RecordedEvent[]): Promise<Recorded<ProjectionSkipEvent>[]>
  /** True for an event that this projection handles all the same. */
  isForbidden?: (projection: string, eventType: string) => boolean
}): ReadSkips {
  return async () => {
    const skips = new Map<string, Set<string>>()
    for (const { type, data } of await decode(await log.readStream(projectionSkipStream).catch(noneIfDeleted))) {
      if (type !== 'EventSkipped' || isForbidden(data.projection, data.eventType)) continue
      const events = skips.get(data.projection) ?? new Set()
      skips.set(data.projection, events.add(data.eventId))
    }
    return skips
  }
}

/** The projections then stop again where they stopped before. */
function noneIfDeleted(error: unknown): RecordedEvent[] {
  if (error instanceof StreamDeleted) return []
  throw error
}
