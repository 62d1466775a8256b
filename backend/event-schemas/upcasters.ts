import type { EventData, Upcasters } from '../kernel/eventlog/upcasters.ts'
import { pageVariationUpcasters } from './page-variation-upcasters.ts'

/** For reports with a date that no table can hold, such as the year 0 or 275760. */
const unknownTime = '1970-01-01T00:00:00.000Z'

/** Before events were checked, a client could write any date into a report (decisions/0061). */
const withKnownTime = (data: EventData): EventData =>
  typeof data.at === 'string' && data.at >= '1900' && data.at < '2200' ? data : { ...data, at: unknownTime }

const withoutPurpose = (data: EventData): EventData => ({ ...data, purpose: null })

const withoutNote = (data: EventData): EventData => ({ ...data, noteToGuests: null })

/** Give older events the fields that they lack; eventlog/upcasters.ts says when a change needs a step. */
export const upcasters: Upcasters = {
  // At first only the setting of the first segment counted.
  CampaignDrafted: { 1: withoutPurpose },
  CampaignEdited: { 1: withoutPurpose },
  CampaignEventCancelled: { 1: withoutNote },
  CampaignEventEdited: { 1: withoutNote },
  CampaignSent: { 1: (data) => ({ ...data, obeys: [data.purpose] }) },
  MailBounced: { 1: withKnownTime },
  MailComplained: { 1: withKnownTime },
  // A person complained and then moved to another address.
  MailUnsubscribed: { 1: withKnownTime },
  // At first the policy held only the thresholds; the model was always the bundled one.
  ModerationPolicyChanged: { 1: (data) => ({ ...data, model: null }) },
  ...pageVariationUpcasters,
}
