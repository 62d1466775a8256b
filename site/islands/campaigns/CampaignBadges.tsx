import type { EmailCampaign } from '../../../contract/email-campaigns.ts'
import { statusBadges } from '../../lib/campaign-words.ts'

const pauseReasons = { bounces: 'Too many bounces', complaints: 'Too many complaints' }

type Props = { campaign: Pick<EmailCampaign, 'status' | 'needsApproval' | 'approvedBy' | 'pausedBecause'> }

/** The status of a campaign, and what blocks it. */
export function CampaignBadges({ campaign: { status, needsApproval, approvedBy, pausedBecause } }: Props) {
  const { label, badge } = statusBadges[status]
  return (
    <span className="badges">
      <span className={badge}>{label}</span>
      {needsApproval && approvedBy === null && <span className="badge badge-waiting">Needs approval</span>}
      {status === 'paused' && pausedBecause !== null && (
        <span className="badge badge-bad">{pauseReasons[pausedBecause]}</span>
      )}
    </span>
  )
}
