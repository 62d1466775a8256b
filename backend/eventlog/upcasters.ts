import { pageVariationUpcasters } from './page-variation-upcasters.ts'

/** Event data as stored: plain JSON. */
export type EventData = { [field: string]: unknown }

/**
 * Pure steps from one version of an event to the next, by event type and starting version. Adding a field needs no
 * step; any other change adds a step here, which raises the version, and freezes a sample of the new version in
 * test/frozen-events.json and test/frozen-events/. Once a person is erased, a step sees the redacted values of the current version instead of
 * the personal fields.
 */
export type Upcasters = { [type: string]: { [fromVersion: number]: (data: EventData) => EventData } }

/** Where a report said what no table can hold: the year 0 or 275760. */
const unknownTime = '1970-01-01T00:00:00.000Z'

/** Anyone could write any date into a report, before events were checked (decisions/0061). */
const withKnownTime = (data: EventData): EventData =>
  typeof data.at === 'string' && data.at >= '1900' && data.at < '2200' ? data : { ...data, at: unknownTime }

export const upcasters: Upcasters = {
  MailBounced: { 1: withKnownTime },
  MailComplained: { 1: withKnownTime },
  // A person who complained and then moved to another address.
  MailUnsubscribed: { 1: withKnownTime },
  // At first only the thresholds could be chosen; the model was the bundled one.
  ModerationPolicyChanged: { 1: (data) => ({ ...data, model: null }) },
  ...pageVariationUpcasters,
}

/** The version in which new events of this type are written; 1 until there is a step. */
export const currentVersion = (steps: Upcasters, type: string): number =>
  Math.max(0, ...Object.keys(steps[type] ?? {}).map(Number)) + 1

/** Brings stored data to the current version. Throws when it was written by a newer release. */
export function upcast(steps: Upcasters, type: string, version: number, stored: EventData): EventData {
  const ofType = steps[type]
  if (version === 1 && ofType === undefined) return stored
  const current = currentVersion(steps, type)
  if (version > current)
    throw new Error(
      `${type} was written as version ${version}, but this release only knows versions up to ${current}. Run the newer release.`,
    )
  let upcasted = stored
  for (let from = version; from < current; from++) {
    const step = ofType?.[from]
    if (step === undefined) throw new Error(`${type} has no upcaster from version ${from}. Add it to upcasters.ts.`)
    upcasted = step(upcasted)
  }
  return upcasted
}
