import { useStore } from '@nanostores/react'
import { type RefObject, useMemo, useState } from 'react'
import type { EmailCampaign } from '../../../contract/email-campaigns.ts'
import { emailCampaignMessages } from '../../lib/email-campaign-messages.ts'
import { mails, people } from '../../lib/email-campaign-words.ts'
import { $isSendingAgain, createFailures, sendAgain } from '../../stores/email-campaigns/sending-again.ts'
import { LoadFailure } from '../admin/LoadFailure.tsx'
import { BusyButton } from '../ui/BusyButton.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'

type Props = {
  emailCampaign: EmailCampaign
  /** Takes the focus when the button is gone. */
  focusAfter: RefObject<HTMLElement | null>
  onDone: (emailCampaign: EmailCampaign) => void
}

/** Sends an email campaign once more to the people whose email failed because of us; nothing while there are none. */
export function SendAgain({ emailCampaign: { id, name }, focusAfter, onDone }: Props) {
  const failures = useMemo(() => createFailures(id), [id])
  const state = useStore(failures.$state)
  const isSending = useStore($isSendingAgain)
  const [isAsking, setAsking] = useState(false)
  if (state.status === 'failed' || state.status === 'offline')
    return <LoadFailure state={state} onRetry={failures.reload} />
  if (state.status === 'loading') return null
  const { recipients, leftOut, codes } = state.value
  if (recipients === 0) return null
  const failed = mails(recipients + leftOut)
  const others =
    leftOut === 0 ? '' : ` ${leftOut.toLocaleString('en-US')} of them won’t get it, because they no longer want email.`
  return (
    <div className="progress-waits stack">
      <p>
        {failed} failed because the mail server refused us ({codes.join(', ')}), not because of the recipients.{others}
      </p>
      <BusyButton
        className="button button-small button-primary"
        busy="Sending..."
        isBusy={isSending}
        onClick={() => setAsking(true)}
      >
        {`Send again to ${people(recipients)}…`}
      </BusyButton>
      <ConfirmDialog
        isOpen={isAsking}
        question={emailCampaignMessages.emailCampaign.confirmSendAgain(people(recipients))}
        subject={name}
        detail="Only people whose email failed because of us get it. Those who have it already don’t get it twice. Make sure the mail server accepts our mail now: send a test first."
        confirm={`Send again to ${people(recipients)}`}
        keep="Not now"
        focusAfter={focusAfter}
        onConfirm={() => void sendAgain(id, onDone)}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}
