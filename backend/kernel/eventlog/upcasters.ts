/** Event data as stored: plain JSON. */
export type EventData = { [field: string]: unknown }

/**
 * Pure steps from one version of an event to the next, by event type and starting version. A new field that may be null
 * needs none (`NullableFields`); any other needs a step that gives it to older events, which raises the version. Only a field
 * that no form sends may be optional instead, with a meaning for its absence. A field that becomes personal needs no step (personal-fields.ts). Fields are never renamed or removed.
 * A sample of every version stands frozen in test/frozen-events.json and test/frozen-events/. Once a person is erased, a
 * step sees the redacted values of the current version instead of the personal fields.
 */
export type Upcasters = { [type: string]: { [fromVersion: number]: (data: EventData) => EventData } }

/**
 * Event type -> the fields that may be null. One that an event lacks, because it is older than the field, reads as null, so
 * that saving its item records no correction.
 */
export type NullableFields = ReadonlyMap<string, readonly string[]>

/** The event with every field that may be null. */
export function withNulls(fields: readonly string[] = [], data: EventData): EventData {
  const missing = fields.filter((field) => !(field in data))
  return missing.length === 0 ? data : { ...data, ...Object.fromEntries(missing.map((field) => [field, null])) }
}

/** Event type -> the newest version of it that this release knows. */
export type KnownTypes = ReadonlyMap<string, number>

/** The version in which new events of this type are written; 1 until there is a step. */
export const currentVersion = (steps: Upcasters, type: string): number =>
  Math.max(0, ...Object.keys(steps[type] ?? {}).map(Number)) + 1

/** Brings stored data to the current version; it must not be newer. */
export function upcast(steps: Upcasters, type: string, version: number, stored: EventData): EventData {
  const ofType = steps[type]
  if (version === 1 && ofType === undefined) return stored
  const current = currentVersion(steps, type)
  let upcasted = stored
  for (let from = version; from < current; from++) {
    const step = ofType?.[from]
    if (step === undefined)
      throw new Error(`${type} has no upcaster from version ${from}. Add it to event-schemas/upcasters.ts.`)
    upcasted = step(upcasted)
  }
  return upcasted
}
