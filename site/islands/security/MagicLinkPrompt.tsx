import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { $session } from '../../stores/session.ts'
import { $linkSentTo, sendLinkTo } from '../../stores/sign-in/magic-link.ts'
import { BusyButton } from '../ui/BusyButton.tsx'

/** For somebody who has to show anew who they are: a link to their own inbox that leads back here. */
export function MagicLinkPrompt({ reason, label = 'Send Magic Link' }: { reason: string; label?: string }) {
  const session = useStore($session)
  const sentTo = useStore($linkSentTo)
  const [isSending, setSending] = useState(false)
  if (session.status !== 'signed-in') return null
  const { email } = session.user
  if (sentTo === email)
    return (
      <p className="alert alert-good" role="status">
        Please check your email for the login link. It brings you back to this page.
      </p>
    )
  async function send() {
    setSending(true)
    await sendLinkTo(email)
    setSending(false)
  }
  return (
    <div className="stack">
      <p className="quiet small">{reason}</p>
      <BusyButton className="button button-small" isBusy={isSending} busy="Sending..." onClick={send}>
        {label}
      </BusyButton>
    </div>
  )
}
