import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { mailConsentMessages } from '../../lib/mail-consent-messages.ts'
import { mailSwitches } from '../../lib/mail-switches.ts'
import {
  $mailConsent,
  chooseMail,
  loadMailConsent,
  mailLinkForm,
  saveMailChoices,
  subscribeAgain,
  unsubscribeNow,
} from '../../stores/mail-consent.ts'
import { LinkByMail } from '../forms/LinkByMail.tsx'
import { BusyButton } from '../ui/BusyButton.tsx'
import { CardSkeleton } from '../ui/CardSkeleton.tsx'
import { ListNotice } from '../ui/ListNotice.tsx'
import { SwitchList } from '../ui/SwitchList.tsx'

const texts = mailConsentMessages

/** Stops all email with one button, or lets people choose, without an account. */
export function MailConsent() {
  const state = useStore($mailConsent)
  const title = useId()
  switch (state.step) {
    case 'loading':
      return <CardSkeleton label="Loading your preferences…" />
    case 'failed':
      return <ListNotice isOffline={false} onRetry={loadMailConsent} />
    case 'no-token':
      return (
        <LinkByMail form={mailLinkForm}>
          <p>{texts.unsubscribeWithoutToken}</p>
        </LinkByMail>
      )
    case 'rejected':
      return (
        <LinkByMail form={mailLinkForm}>
          <p className="alert" role="alert">
            {state.sentence}
          </p>
        </LinkByMail>
      )
    case 'erased':
      return (
        <div className="stack" role="status">
          <p>
            <strong>{texts.erased.title}</strong>
          </p>
          <p className="quiet">{texts.erased.description}</p>
        </div>
      )
    case 'unsubscribed':
      return (
        <div className="stack">
          <div role="status">
            <p>
              <strong>{texts.unsubscribed.title}</strong>
            </p>
            <p className="quiet">{texts.unsubscribed.description}</p>
          </div>
          <BusyButton
            className="button button-wide"
            busy="Subscribing..."
            isBusy={state.busy === 'resubscribe'}
            onClick={subscribeAgain}
          >
            Subscribe again
          </BusyButton>
        </div>
      )
    case 'subscribed':
      return (
        <div className="stack">
          <BusyButton busy="Unsubscribing..." isBusy={state.busy === 'unsubscribe'} onClick={unsubscribeNow}>
            Unsubscribe
          </BusyButton>
          <section className="mail-choices stack" aria-labelledby={title}>
            <h2 id={title}>Or choose what you get</h2>
            <SwitchList switches={mailSwitches} chosen={state.chosen} onChoose={chooseMail} />
            <BusyButton
              className="button button-wide"
              busy="Saving..."
              isBusy={state.busy === 'choose'}
              onClick={saveMailChoices}
            >
              Save Preferences
            </BusyButton>
          </section>
        </div>
      )
  }
}
