import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { segmentNames } from '../../lib/email-campaign-words.ts'
import {
  $askedToSend,
  $hasPreview,
  $isSaving,
  $isUnsaved,
  $mail,
  $opening,
  $saved,
  askToSend,
  completeMail,
  composePreview,
  openDraft,
  saveDraft,
  sendNow,
} from '../../stores/email-campaigns/compose.ts'
import { $isTesting, sendTest } from '../../stores/email-campaigns/mail-preview.ts'
import { $may } from '../../stores/rights.ts'
import { LoadFailure } from '../admin/LoadFailure.tsx'
import { BusyButton } from '../ui/BusyButton.tsx'
import { CardSkeleton } from '../ui/CardSkeleton.tsx'
import { BackLink } from './BackLink.tsx'
import { ComposeFields } from './ComposeFields.tsx'
import { MailPreview } from './MailPreview.tsx'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import { SendQuestion } from './SendQuestion.tsx'

/** The editor of an email campaign, with a preview of the email beside it. */
export function Compose({ draft }: { draft: number | 'new' }) {
  const opening = useStore($opening)
  useEffect(() => void openDraft(draft), [draft])
  return (
    <div className="campaign-detail">
      <BackLink tab="send">All campaigns</BackLink>
      {opening === 'loading' && <CardSkeleton label="Loading the draft…" />}
      {opening === 'ready' && <Editor />}
      {typeof opening === 'object' && (
        <LoadFailure state={{ status: 'failed', message: opening }} onRetry={() => openDraft(draft)} />
      )}
    </div>
  )
}

function Editor() {
  const mail = useStore($mail)
  const saved = useStore($saved)
  const hasPreview = useStore($hasPreview)
  const isSaving = useStore($isSaving)
  const isAsked = useStore($askedToSend)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <>
      <div className="campaign-title">
        <h2 ref={heading} tabIndex={-1}>
          {saved === null ? 'Compose a campaign' : `Edit ${saved.mail.name}`}
        </h2>
        <SaveState />
      </div>
      <div className="compose">
        <section className="card form" aria-label="The email">
          <ComposeFields />
          <Buttons />
        </section>
        <div className="compose-preview">
          {hasPreview ? (
            <MailPreview preview={composePreview} />
          ) : (
            <p className="notice">Your preview appears here as you write.</p>
          )}
        </div>
      </div>
      <SendQuestion
        isOpen={isAsked}
        what={`${mail.name} to ${segmentNames(mail.segmentIds)}.`}
        preview={composePreview}
        mail={() => ({ kind: 'composed', ...mail })}
        isSending={isSaving}
        focusAfter={heading}
        onSend={sendNow}
        onClose={() => $askedToSend.set(false)}
      />
    </>
  )
}

/** True when the text on the screen is saved. */
function SaveState() {
  const isUnsaved = useStore($isUnsaved)
  const saved = useStore($saved)
  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isUnsaved])
  if (isUnsaved) return <span className="badge badge-waiting">Not saved</span>
  return saved === null ? null : <span className="badge badge-good">Saved</span>
}

function Buttons() {
  const isSaving = useStore($isSaving)
  const isTesting = useStore($isTesting)
  const [isScheduling, setScheduling] = useState(false)
  const may = useStore($may)
  function test() {
    const mail = completeMail()
    if (mail !== null) void sendTest(mail)
  }
  return (
    <div className="actions">
      <BusyButton className="button" busy="Saving..." isBusy={isSaving} onClick={() => void saveDraft()}>
        Save draft
      </BusyButton>
      <BusyButton className="button" busy="Sending..." isBusy={isTesting} onClick={test}>
        Send a test to me
      </BusyButton>
      {may('send') ? (
        <>
          <button type="button" className="button" onClick={() => completeMail() !== null && setScheduling(true)}>
            Send later…
          </button>
          <BusyButton
            className="button button-primary"
            busy="Saving..."
            isBusy={isSaving}
            onClick={() => void askToSend()}
          >
            Send now…
          </BusyButton>
        </>
      ) : (
        <p className="quiet small">Save your draft, and ask a colleague who may send campaigns to send it.</p>
      )}
      <ScheduleDialog isOpen={isScheduling} onClose={() => setScheduling(false)} />
    </div>
  )
}
