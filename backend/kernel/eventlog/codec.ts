import { DomainError, type EventSetAside, type Fact, NewerEvent } from './decider.ts'
import type { SubjectKey, SubjectKeys } from './encryption/subject-keys.ts'
import { isData, parsed } from './event-data.ts'
import { deletedStreamType, type NewEvent, type RecordedEvent } from './event-log.ts'
import type { EventMetadata, Recorded } from './metadata.ts'
import { createPersonalFields, type PersonalFieldTable, subjectOf } from './personal-fields.ts'
import {
  currentVersion,
  type EventData,
  type KnownTypes,
  type NullableFields,
  type Upcasters,
  upcast,
  withNulls,
} from './upcasters.ts'

/** Translates between domain events and the bytes that the log stores: encryption per subject, JSON, versions. */
export type Codec = {
  /**
   * Throws DomainError 'invalid' for what `problemWith` refuses, and 'conflict' when the subject was erased or its key is
   * damaged. `ids` has one id per fact.
   */
  encode(
    facts: readonly Fact[],
    metadata: Omit<EventMetadata, 'schemaVersion'>,
    ids: readonly string[],
  ): Promise<NewEvent[]>
  /**
   * Any number of events; each key is read once per call. An event with data or metadata that we never write becomes
   * EventSetAside in the same place. Where the key of a subject is damaged, its personal fields have their redacted
   * values. Throws NewerEvent for a type or version of a newer release, and LogCorrupted with the position when the fields
   * themselves are damaged, or a key is missing.
   */
  decode<Event extends Fact = Fact>(recorded: readonly RecordedEvent[]): Promise<Recorded<Event>[]>
}

export function createCodec({
  keys,
  personalFields,
  upcasters,
  nullable = new Map(),
  known,
  problemWith = () => null,
  onSetAside = () => {},
  onUnreadable = () => {},
}: {
  keys: SubjectKeys
  personalFields: PersonalFieldTable
  upcasters: Upcasters
  nullable?: NullableFields
  /** All types of events; without it, every type is known. */
  known?: KnownTypes
  /** Why an event must not be appended, in one sentence; null when nothing is wrong with it. */
  problemWith?: (type: string, data: unknown, at: string) => string | null
  /** Called each time such an event is read. */
  onSetAside?: (event: Recorded<EventSetAside>) => void
  /** Called each time personal fields are redacted because the subject’s key is damaged. */
  onUnreadable?: (subject: string) => void
}): Codec {
  const personal = createPersonalFields(personalFields, nullable, onUnreadable)
  const newestOf = (type: string) => (known ? (known.get(type) ?? 0) : currentVersion(upcasters, type))

  return {
    async encode(facts, metadata, ids) {
      for (const { type, data } of facts) {
        const problem = problemWith(type, data, metadata.at)
        if (problem !== null) throw new DomainError('invalid', problem)
      }
      const subjects = facts.flatMap(({ type, data }) =>
        personal.isIn(type) && isData(data) ? (subjectOf(data) ?? []) : [],
      )
      const known = subjects.length > 0 ? await keys.read([...new Set(subjects)]) : new Map()
      return facts.map((fact, index) => {
        const id = ids[index]
        if (id === undefined) throw new RangeError('Every event needs an id.')
        const schemaVersion = currentVersion(upcasters, fact.type)
        const data = personal.encode(fact, id, known)
        return { id, type: fact.type, data, metadata: JSON.stringify({ ...metadata, schemaVersion }) }
      })
    },

    async decode<Event extends Fact>(recorded: readonly RecordedEvent[]) {
      const stored = recorded.map((event) => parsed(event.data))
      const subjects = new Set<string>()
      const erased: string[] = []
      recorded.forEach(({ type }, index) => {
        const data = stored[index]
        const subject = data === null || data === undefined ? null : subjectOf(data)
        if (subject === null) return
        if (type === 'SubjectErased') erased.push(subject)
        else if (personal.isIn(type)) subjects.add(subject)
      })
      if (erased.length > 0) keys.seenErased(erased)
      const known = subjects.size > 0 ? await keys.read([...subjects]) : new Map<string, SubjectKey>()

      return recorded.map((event, index) => {
        const raw = stored[index] ?? null
        const metadata = ownMetadata(event.metadata)
        if (metadata !== null && metadata.schemaVersion > newestOf(event.type))
          throw new NewerEvent(event.type, { version: metadata.schemaVersion, position: event.position })
        if (raw === null || metadata === null) {
          const other = setAside(event, reasonToSetAside(event, raw))
          onSetAside(other)
          return narrow<Event>(other)
        }
        const clear = personal.isIn(event.type) ? personal.decode(event, raw, known) : raw
        const upcasted = upcast(upcasters, event.type, metadata.schemaVersion, clear)
        const data = withNulls(nullable.get(event.type), upcasted)
        const { id, type, stream, revision, position } = event
        return narrow<Event>({ id, type, data, stream, revision, position, metadata })
      })
    },
  }
}

/** The only place where stored text becomes a domain type, because a stream holds only what its own decider wrote. */
const narrow = <Event extends Fact>(recorded: unknown) => recorded as Recorded<Event>

const noMetadata: EventMetadata = {
  at: new Date(0).toISOString(),
  actor: { kind: 'system' },
  requestId: '',
  correlationId: '',
  command: '',
  schemaVersion: 0,
}

/** PostgreSQL stores no NUL, but another program may write one. */
const storable = (text: string) => text.replaceAll('\0', '\ufffd')

function reasonToSetAside({ type }: RecordedEvent, data: EventData | null): string {
  if (type === deletedStreamType) return 'The stream was deleted for good in EventStoreDB.'
  return data === null ? 'Its data is not a JSON object.' : 'Its metadata is not ours.'
}

const setAside = (
  { id, stream, revision, position, type }: RecordedEvent,
  reason: string,
): Recorded<EventSetAside> => ({
  id,
  type: 'EventSetAside',
  data: { stream: storable(stream), type: storable(type), reason },
  stream,
  revision,
  position,
  metadata: noMetadata,
})

/** Of one of our events; null for what another program wrote. */
export function ownMetadata(json: string): EventMetadata | null {
  const metadata = parsed(json)
  return isMetadata(metadata) ? metadata : null
}

const isMetadata = (value: unknown): value is EventMetadata =>
  isData(value) && typeof value.at === 'string' && typeof value.schemaVersion === 'number' && isData(value.actor)
