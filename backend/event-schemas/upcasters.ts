import type { EventData, Upcasters } from '../eventlog/upcasters.ts'
import { pageVariationUpcasters } from './page-variation-upcasters.ts'

/** For reports with a date that no table can hold, such as the year 0 or 275760. */
const unknownTime = '1970-01-01T00:00:00.000Z'

/** Before events were checked, a client could write any date into a report (decisions/0061). */
const withKnownTime = (data: EventData): EventData =>
  typeof data.at === 'string' && data.at >= '1900' && data.at < '2200' ? data : { ...data, at: unknownTime }

export const upcasters: Upcasters = {
  MailBounced: { 1: withKnownTime },
  MailComplained: { 1: withKnownTime },
  // A person complained and then moved to another address.
  MailUnsubscribed: { 1: withKnownTime },
  // At first the policy held only the thresholds; the model was always the bundled one.
  ModerationPolicyChanged: { 1: (data) => ({ ...data, model: null }) },
  ...pageVariationUpcasters,
}
