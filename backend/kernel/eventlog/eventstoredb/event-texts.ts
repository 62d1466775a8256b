import type { ResolvedEvent } from '@eventstore/db-client'
import type { RecordedEvent } from '../event-log.ts'
import { formatPosition } from './format.ts'
import type { StreamNames } from './stream-names.ts'

/** The client’s reading of a text: a value, bytes, or the text itself where it is not JSON. */
function textOf(value: unknown): string {
  if (value === undefined) return ''
  if (value instanceof Uint8Array) return Buffer.from(value).toString()
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const start = { commit: 0n, prepare: 0n }

/** Where an event stands in $all, whether ours or not. */
export const positionOf = ({ event }: ResolvedEvent): string => formatPosition(event?.position ?? start)

/** One of our events; null for one of another program or of the server itself. */
export function recorded({ event }: ResolvedEvent, names: StreamNames): RecordedEvent | null {
  if (!event) return null
  const stream = names.ours(event.streamId)
  if (stream === null) return null
  return {
    id: event.id,
    type: event.type,
    data: textOf(event.data),
    metadata: textOf(event.metadata),
    stream,
    revision: Number(event.revision),
    position: formatPosition(event.position ?? start),
  }
}

/** Keeps our events only. */
export const allRecorded = (events: readonly ResolvedEvent[], names: StreamNames): RecordedEvent[] =>
  events.flatMap((event) => recorded(event, names) ?? [])
