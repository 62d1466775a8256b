import { useStore } from '@nanostores/react'
import type { ReactNode, RefObject } from 'react'
import { useRef } from 'react'
import type { AnyMail } from '../../../contract/email-campaigns.ts'
import { leftOutSentence, obeyedSentence, people } from '../../lib/email-campaign-words.ts'
import { $isTesting, type PreviewStore, sendTest } from '../../stores/email-campaigns/mail-preview.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { Modal, ModalActions } from '../ui/Modal.tsx'
import { MailPreview } from './MailPreview.tsx'

type Props = {
  isOpen: boolean
  /** 'Volunteer Update to Active Volunteers'. */
  what: ReactNode
  preview: PreviewStore
  mail: () => AnyMail
  isSending: boolean
  /** Takes the focus once the mail is on its way. */
  focusAfter: RefObject<HTMLElement | null>
  /** Resolves to true when the server accepted it. */
  onSend: () => Promise<boolean>
  onClose: () => void
}

function titleFor(count: number | null): string {
  if (count === null) return 'Send this email?'
  return count === 0 ? 'No one to send this to' : `Send this email to ${people(count)}?`
}

/** Asks once before an email goes out: names the number of people, shows the email, and sends a test. */
export function SendQuestion({ isOpen, what, preview, mail, isSending, focusAfter, onSend, onClose }: Props) {
  const state = useStore(preview.$state)
  const isLoading = useStore(preview.$isLoading)
  const isTesting = useStore($isTesting)
  const isSent = useRef(false)
  const loaded = state.status === 'loaded' && !isLoading ? state.value : null
  const count = loaded?.recipients ?? null

  async function sendAndClose() {
    isSent.current = await onSend()
    onClose()
  }
  function finalFocus() {
    const next = isSent.current ? focusAfter.current : null
    isSent.current = false
    next?.scrollIntoView()
    return next ?? true
  }
  return (
    <Modal isOpen={isOpen} title={titleFor(count)} isWide isForm finalFocus={finalFocus} onClose={onClose}>
      <p>
        {what}
        {loaded !== null && ` ${leftOutSentence(loaded.leftOut) ?? ''} ${obeyedSentence(loaded.obeys, null)}`}
      </p>
      {count === 0 && <p className="alert">No one in this segment can get email right now.</p>}
      <MailPreview preview={preview} />
      <ModalActions leave="Cancel">
        <BusyButton
          className="button button-small"
          busy="Sending..."
          isBusy={isTesting}
          onClick={() => void sendTest(mail())}
        >
          Send a test to me
        </BusyButton>
        {count !== null && count > 0 && (
          <BusyButton
            className="button button-small button-primary"
            busy="Sending..."
            isBusy={isSending}
            onClick={() => void sendAndClose()}
          >
            {`Send to ${people(count)}`}
          </BusyButton>
        )}
      </ModalActions>
    </Modal>
  )
}
