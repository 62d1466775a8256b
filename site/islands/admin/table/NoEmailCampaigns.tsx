import type { MailSuppression } from '../../../../contract/mail-consents.ts'
import { shortDate } from '../../../lib/local-dates.ts'
import { suppressionSentence } from '../../../lib/mail-suppressions.ts'

/** Why an address gets no campaign mail; nothing when it does. */
export function NoEmailCampaigns({ suppression }: { suppression: MailSuppression | null }) {
  if (!suppression) return null
  return <span className="cell-excerpt">{suppressionSentence(suppression.reason, shortDate(suppression.at))}</span>
}
