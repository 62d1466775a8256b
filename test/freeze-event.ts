import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { nullableFields } from '../backend/event-schemas/index.ts'
import { upcasters } from '../backend/event-schemas/upcasters.ts'
import { createCodec } from '../backend/kernel/eventlog/codec.ts'
import { createMemorySubjectKeys } from '../backend/kernel/eventlog/encryption/subject-keys-memory.ts'
import { eventId } from '../backend/kernel/eventlog/event-id.ts'
import type { RecordedEvent } from '../backend/kernel/eventlog/event-log.ts'
import type { PersonalFieldTable } from '../backend/kernel/eventlog/personal-fields.ts'
import { currentVersion, type EventData, withNulls } from '../backend/kernel/eventlog/upcasters.ts'
import { personalFields } from '../backend/topics/index.ts'

/** A stored event, what it must always decode to, and what once its person is erased. */
export type FrozenEvent = {
  type: string
  version: number
  stored: RecordedEvent
  decoded: EventData
  erased: EventData
}
/** `key` (hex) is the one key of all samples; it protects nothing. */
export type FrozenEvents = { key: string; events: FrozenEvent[] }

const redactedValues: PersonalFieldTable = personalFields
const firstFile = new URL('./frozen-events.json', import.meta.url)
/** Later samples have a file each: a new topic adds files and edits none. */
const folder = new URL('./frozen-events/', import.meta.url)

/** A field that is younger than the sample reads as null; an optional one that is personal, once its person is erased. */
const asRead = ({ decoded, erased, ...sample }: FrozenEvent): FrozenEvent => {
  const nullable = nullableFields.get(sample.type) ?? []
  const redacted = Object.entries(redactedValues[sample.type] ?? {})
  const nulls = redacted.flatMap(([field, value]) => (value === null ? [field] : []))
  return { ...sample, decoded: withNulls(nullable, decoded), erased: withNulls([...nullable, ...nulls], erased) }
}

export function readFrozen(): FrozenEvents {
  const { key, events }: FrozenEvents = JSON.parse(readFileSync(firstFile, 'utf8'))
  const names = existsSync(folder) ? readdirSync(folder).toSorted() : []
  const later = names.map((name): FrozenEvent => JSON.parse(readFileSync(new URL(name, folder), 'utf8')))
  return { key, events: [...events, ...later].map(asRead) }
}

/** `node test/freeze-event.ts PrayerApproved '{"prayerId":1}'` adds a sample of the current version. */
async function freeze(type: string, data: EventData): Promise<void> {
  const frozen = readFrozen()
  const version = currentVersion(upcasters, type)
  if (frozen.events.some((event) => event.type === type && event.version === version))
    throw new Error(`${type} version ${version} is already frozen, and frozen samples never change.`)

  const subject = typeof data.subject === 'string' ? data.subject : ''
  const key = Buffer.from(frozen.key, 'hex')
  const codec = createCodec({ keys: createMemorySubjectKeys({ known: [[subject, key]] }), personalFields, upcasters })
  const metadata = {
    at: '2026-03-01T12:00:00.000Z',
    actor: { kind: 'visitor' },
    requestId: 'request-1',
    correlationId: 'correlation-1',
    command: 'Freeze',
  } as const
  const [event] = await codec.encode([{ type, data }], metadata, [eventId('frozen', type, version)])
  if (event === undefined) return
  const redactedValues: PersonalFieldTable = personalFields
  const sample: FrozenEvent = {
    type,
    version,
    stored: { ...event, stream: 'frozen', revision: 0, position: String(frozen.events.length + 1) },
    decoded: data,
    erased: { ...data, ...redactedValues[type] },
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL(`${type}-${version}.json`, folder), `${JSON.stringify(sample, null, 2)}\n`)
}

if (import.meta.main) {
  const [type, json] = process.argv.slice(2)
  if (type === undefined || json === undefined) throw new Error('Usage: freeze-event.ts <event type> <data as JSON>')
  await freeze(type, JSON.parse(json))
}
