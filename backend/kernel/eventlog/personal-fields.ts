import { DomainError, type Fact } from './decider.ts'
import { decrypt, encrypt, ivBytes } from './encryption/aes-gcm.ts'
import type { SubjectKey } from './encryption/subject-keys.ts'
import { isData, parsed } from './event-data.ts'
import { LogCorrupted, type RecordedEvent } from './event-log.ts'
import type { EventData, NullableFields } from './upcasters.ts'

/** Event type -> its personal fields with their redacted values, as declared in topics/. */
export type PersonalFieldTable = { readonly [type: string]: EventData }

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

export const subjectOf = ({ subject }: EventData): string | null => (typeof subject === 'string' ? subject : null)

/** The fields of events that are encrypted with the key of their subject. `onUnreadable`: as in the codec. */
export function createPersonalFields(
  table: PersonalFieldTable,
  nullable: NullableFields,
  onUnreadable: (subject: string) => void,
) {
  const redactedValuesByType = new Map(Object.entries(table))

  return {
    isIn: (type: string) => redactedValuesByType.has(type),

    encode(fact: Fact, id: string, known: Map<string, SubjectKey>): string {
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
      for (const [field, value] of Object.entries(fact.data))
        (field in redactedValues ? personal : clear)[field] = value
      const box = encrypt(key, JSON.stringify(personal), bindTo(id, fact.type, subject))
      return JSON.stringify({ ...clear, personal: toText(box) })
    },

    decode(event: RecordedEvent, stored: EventData, known: Map<string, SubjectKey>): EventData {
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
        throw new LogCorrupted(
          `The event at position ${event.position} (${event.type}) is missing its personal fields.`,
        )
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
    },
  }
}

function personalIn({ position, type }: RecordedEvent, json: string): EventData {
  const value = parsed(json)
  if (value !== null) return value
  throw new LogCorrupted(`The personal fields at position ${position} (${type}) are not a JSON object.`)
}

function decryptPersonal(event: RecordedEvent, key: Uint8Array, box: Buffer, subject: string): string {
  try {
    return decrypt(key, box, bindTo(event.id, event.type, subject)).toString()
  } catch {
    throw new LogCorrupted(
      `The personal fields at position ${event.position} (${event.type}) do not decrypt although subject ${subject} was never erased. The event or its key was changed.`,
    )
  }
}
