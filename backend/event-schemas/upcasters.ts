import type { EventData, Upcasters } from '../eventlog/upcasters.ts'
import { pageVariationUpcasters } from './page-variation-upcasters.ts'

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
