import type { EmailCampaign } from '../../../contract/email-campaigns.ts'
import { statusBadges } from '../../lib/email-campaign-words.ts'

const pauseReasons = {
  bounces: 'Too many bounces',
  complaints: 'Too many complaints',
  rights: 'Sender may no longer send',
}

type Props = {
  emailCampaign: Pick<EmailCampaign, 'status' | 'needsApproval' | 'approvedBy' | 'pausedBecause' | 'exceededBy'>
}

/** The status of an email campaign, and what blocks it. */
export function EmailCampaignBadges({
  emailCampaign: { status, needsApproval, approvedBy, pausedBecause, exceededBy },
}: Props) {
  const { label, badge } = statusBadges[status]
  return (
    <span className="badges">
      <span className={badge}>{label}</span>
      {needsApproval && approvedBy === null && <span className="badge badge-waiting">Needs approval</span>}
      {status === 'paused' && pausedBecause !== null && (
        <span className="badge badge-bad">{pauseReasons[pausedBecause]}</span>
      )}
      {exceededBy !== null && <span className="badge badge-bad">{pauseReasons[exceededBy]}</span>}
    </span>
  )
}
