import { DomainError, type EventSetAside, type Fact, NewerEvent } from './decider.ts'
import { decrypt, encrypt, ivBytes } from './encryption/aes-gcm.ts'
import type { SubjectKey, SubjectKeys } from './encryption/subject-keys.ts'
import { deletedStreamType, LogCorrupted, type NewEvent, type RecordedEvent } from './event-log.ts'
import type { EventMetadata, Recorded } from './metadata.ts'
import {
  currentVersion,
  type EventData,
  type KnownTypes,
  type NullableFields,
  type Upcasters,
  upcast,
  withNulls,
} from './upcasters.ts'

/** Event type -> its personal fields with their redacted values, as declared in topics/. */
export type PersonalFieldTable = { readonly [type: string]: EventData }

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

/** `v1.<iv>.<ciphertext and tag>`, both base64url; 12 bytes make exactly 16 characters. */
const boxStart = 'v1.'
const ivStart = boxStart.length
const ivEnd = ivStart + (ivBytes / 3) * 4

function toText(box: Buffer): string {
  const text = box.toString('base64url')
  return `${boxStart}${text.slice(0, ivEnd - ivStart)}.${text.slice(ivEnd - ivStart)}`
}

// Without the dot, iv ‖ ciphertext is one base64url text, since the iv fills whole groups: a single decode is enough.
const fromText = (text: string): Buffer => Buffer.from(text.slice(ivStart, ivEnd) + text.slice(ivEnd + 1), 'base64url')

/** A ciphertext copied to another event, type or person does not decrypt there. */
const bindTo = (id: string, type: string, subject: string) => `${id}\n${type}\n${subject}`

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
  const redactedValuesByType = new Map(Object.entries(personalFields))
  const newestOf = (type: string) => (known ? (known.get(type) ?? 0) : currentVersion(upcasters, type))

  function encodeData(fact: Fact, id: string, known: Map<string, SubjectKey>): string {
    const redactedValues = redactedValuesByType.get(fact.type)
    if (redactedValues === undefined || !isData(fact.data)) return JSON.stringify(fact.data)
    const subject = subjectOf(fact.data)
    const key = subject === null ? undefined : known.get(subject)
    if (subject === null || key === undefined)
      throw new Error(`${fact.type} has no known subject. Create one with forEmail or anonymous first.`)
    if (key === 'erased')
      throw new DomainError('conflict', 'This person’s data has just been erased. Please submit it again.')
    if (key === 'damaged')
      throw new DomainError(
        'conflict',
        'The key of this person’s data is damaged, so nothing can be added to it. The operator of this site has to restore it.',
      )
    const clear: EventData = {}
    const personal: EventData = {}
    for (const [field, value] of Object.entries(fact.data)) (field in redactedValues ? personal : clear)[field] = value
    const box = encrypt(key, JSON.stringify(personal), bindTo(id, fact.type, subject))
    return JSON.stringify({ ...clear, personal: toText(box) })
  }

  function decodeData(event: RecordedEvent, stored: EventData, known: Map<string, SubjectKey>): EventData {
    const { personal, ...clear } = stored
    const subject = subjectOf(stored)
    const redactedValues = redactedValuesByType.get(event.type) ?? {}
    const later = nullable.get(event.type) ?? []
    const names = Object.keys(redactedValues)
    // Written when none of its fields was personal yet, and some may not have existed.
    const isClear =
      personal === undefined &&
      names.some((field) => field in clear) &&
      names.every((field) => field in clear || later.includes(field))
    const isBox = typeof personal === 'string' && personal.startsWith(boxStart)
    if (subject === null || !(isBox || isClear))
      throw new LogCorrupted(`The event at position ${event.position} (${event.type}) is missing its personal fields.`)
    const key = known.get(subject)
    if (key === undefined)
      throw new LogCorrupted(
        `The key for the event at position ${event.position} (${event.type}) is missing although subject ${subject} was never erased. Restore the table eventlog.subject_keys.`,
      )
    if (key === 'damaged') onUnreadable(subject)
    // Also replaces fields that were written in clear, before they became personal.
    if (key === 'erased' || key === 'damaged') return { ...clear, ...redactedValues }
    if (!isBox) return clear
    return Object.assign(clear, personalIn(event, decryptPersonal(event, key, fromText(personal), subject)))
  }

  return {
    async encode(facts, metadata, ids) {
      for (const { type, data } of facts) {
        const problem = problemWith(type, data, metadata.at)
        if (problem !== null) throw new DomainError('invalid', problem)
      }
      const subjects = facts.flatMap(({ type, data }) =>
        redactedValuesByType.has(type) && isData(data) ? (subjectOf(data) ?? []) : [],
      )
      const known = subjects.length > 0 ? await keys.read([...new Set(subjects)]) : new Map()
      return facts.map((fact, index) => {
        const id = ids[index]
        if (id === undefined) throw new RangeError('Every event needs an id.')
        const schemaVersion = currentVersion(upcasters, fact.type)
        const data = encodeData(fact, id, known)
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
        else if (redactedValuesByType.has(type)) subjects.add(subject)
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
        const clear = redactedValuesByType.has(event.type) ? decodeData(event, raw, known) : raw
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

const isData = (value: unknown): value is EventData =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const subjectOf = ({ subject }: EventData): string | null => (typeof subject === 'string' ? subject : null)

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

/** Null when the text is not a JSON object. */
function parsed(json: string): EventData | null {
  try {
    const value: unknown = JSON.parse(json)
    return isData(value) ? value : null
  } catch {
    return null
  }
}

function personalIn({ position, type }: RecordedEvent, json: string): EventData {
  const value = parsed(json)
  if (value !== null) return value
  throw new LogCorrupted(`The personal fields at position ${position} (${type}) are not a JSON object.`)
}

const isMetadata = (value: unknown): value is EventMetadata =>
  isData(value) && typeof value.at === 'string' && typeof value.schemaVersion === 'number' && isData(value.actor)

function decryptPersonal(event: RecordedEvent, key: Uint8Array, box: Buffer, subject: string): string {
  try {
    return decrypt(key, box, bindTo(event.id, event.type, subject)).toString()
  } catch {
    throw new LogCorrupted(
      `The personal fields at position ${event.position} (${event.type}) do not decrypt although subject ${subject} was never erased. The event or its key was changed.`,
    )
  }
}
