import type { LeftOut, MailPurpose, readEmailAudience } from '../../../contract/email-segments.ts'
import { call } from '../../lib/api.ts'
import { emailCampaignMessages } from '../../lib/email-campaign-messages.ts'
import { onBrowserMount } from '../browser-mount.ts'
import { createSingle } from '../lists/single.ts'
import { $mail } from './compose.ts'

type Audience = { recipients: number; leftOut: LeftOut; obeys: MailPurpose[] }
type Asked = { segments: string; purpose: MailPurpose | null }

/** Number of people that the email in the editor would reach now, and the switches that it obeys. */
export const audience = createSingle<Audience, Asked>({
  query: null,
  failed: emailCampaignMessages.emailSegment.loadFailed,
  read: ({ segments, purpose }) =>
    call<typeof readEmailAudience>('GET', '/api/email-segments/audience', {
      query: { segments, ...(purpose !== null && { purpose }) },
    }),
})

onBrowserMount(audience.$state, () =>
  $mail.subscribe(({ segmentIds, purpose }) => {
    const asked = { segments: segmentIds.join(','), purpose }
    if (asked.segments === '') return
    const now = audience.$query.get()
    if (now === null) void audience.show(asked)
    // The numbers on the screen stay until the new ones are there.
    else if (now.segments !== asked.segments || now.purpose !== purpose) void audience.refine(asked)
  }),
)
