/** Event data as stored: plain JSON. */
export type EventData = { [field: string]: unknown }

/**
 * Pure steps from an older version of an event to the next, by event type and the version they start from.
 * Adding a field needs no step; anything else raises the version by adding one here, and freezes a sample of the
 * new version in test/frozen-events.json. Once a person is erased, a step sees the stand-ins of the current
 * version in place of their personal fields.
 */
export type Upcasters = { [type: string]: { [fromVersion: number]: (data: EventData) => EventData } }

export const upcasters: Upcasters = {
  // Only the thresholds could be chosen; the model was the one that ships.
  ModerationPolicyChanged: { 1: (data) => ({ ...data, model: null }) },
}

/** The version in which an event of this type is written now; 1 until it has a step. */
export const currentVersion = (steps: Upcasters, type: string): number =>
  Math.max(0, ...Object.keys(steps[type] ?? {}).map(Number)) + 1

/** Stored data brought to the current version. Throws when it was written by a newer release than this one. */
export function upcast(steps: Upcasters, type: string, version: number, stored: EventData): EventData {
  const ofType = steps[type]
  if (version === 1 && ofType === undefined) return stored
  const current = currentVersion(steps, type)
  if (version > current)
    throw new Error(
      `${type} was written as version ${version}, this release knows versions up to ${current}: run the newer release.`,
    )
  let upcasted = stored
  for (let from = version; from < current; from++) {
    const step = ofType?.[from]
    if (step === undefined) throw new Error(`${type} has no upcaster from version ${from}: add it to upcasters.ts.`)
    upcasted = step(upcasted)
  }
  return upcasted
}
