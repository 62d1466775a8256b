import type { CommandContext } from '../../../backend/kernel/eventlog/command-context.ts'
import type { EventLog, NewEvent, RecordedEvent } from '../../../backend/kernel/eventlog/event-log.ts'
import type { EventMetadata } from '../../../backend/kernel/eventlog/metadata.ts'

/** The context of a visitor's command at a fixed time. */
export const context = (commandId: string, more: Partial<CommandContext> = {}): CommandContext => ({
  at: '2026-03-01T12:00:00.000Z',
  actor: { kind: 'visitor' },
  requestId: 'request-1',
  correlationId: 'correlation-1',
  commandId,
  ...more,
})

export const metadata: EventMetadata = {
  at: '2026-03-01T12:00:00.000Z',
  actor: { kind: 'visitor' },
  requestId: 'request-1',
  correlationId: 'correlation-1',
  command: 'SubmitPrayer',
  schemaVersion: 1,
}

/** Events as read from a log, at positions 1, 2, … of one stream. */
export const asRecorded = (events: readonly NewEvent[], stream = 'prayer-1'): RecordedEvent[] =>
  events.map((event, index) => ({ ...event, stream, revision: index, position: String(index + 1) }))

/** The n-th event of a plain test log. */
export const plainEvent = (n: number): NewEvent => ({
  id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  type: 'PrayerApproved',
  data: JSON.stringify({ prayerId: n }),
  metadata: JSON.stringify(metadata),
})

/** Appends `count` events, each in its own stream. */
export async function fill(log: EventLog, count: number, from = 1): Promise<void> {
  for (let n = from; n < from + count; n++) await log.append(`prayer-${n}`, 'no-stream', [plainEvent(n)])
}
