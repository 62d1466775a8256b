import type { EmailCampaign, EmailCampaignProgress } from '../../../contract/email-campaigns.ts'
import { mailRate, percentDone, timeLeft } from '../../lib/email-campaign-words.ts'

type Props = { emailCampaign: Pick<EmailCampaign, 'name' | 'status'>; progress: EmailCampaignProgress }

/** The progress of a campaign: a bar, the numbers, and the reason of a wait. */
export function Progress({ emailCampaign: { name, status }, progress }: Props) {
  const { recipients, waiting, sent, failed, skipped, rate, secondsLeft, waitsFor } = progress
  const percent = percentDone(progress)
  const parts = [
    `${sent.toLocaleString('en-US')} of ${recipients.toLocaleString('en-US')} sent`,
    ...(failed > 0 ? [`${failed.toLocaleString('en-US')} failed`] : []),
    ...(skipped > 0 ? [`${skipped.toLocaleString('en-US')} skipped`] : []),
    ...(status === 'sending' && rate !== null ? [mailRate(rate)] : []),
    ...(status === 'sending' && secondsLeft !== null && waiting > 0 ? [timeLeft(secondsLeft)] : []),
  ]
  return (
    <div className="mail-progress">
      <div
        className={`progress-track progress-${status}`}
        role="progressbar"
        aria-label={`Progress of ${name}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${percent}%: ${parts.join(', ')}`}
      >
        <svg width="100%" height="8" aria-hidden="true">
          <rect className="progress-bar" width={`${percent}%`} height="8" />
        </svg>
      </div>
      <p className="progress-words">
        <b>{percent}%</b> {parts.join(' · ')}
      </p>
      {waitsFor !== null && <p className="progress-waits">{waitsFor}</p>}
    </div>
  )
}
