import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { mailSwitches } from '../../lib/mail-switches.ts'
import { messages } from '../../lib/messages.ts'
import {
  $mailConsent,
  chooseMail,
  loadMailConsent,
  saveMailChoices,
  subscribeAgain,
  unsubscribeNow,
} from '../../stores/mail-consent.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { CardSkeleton } from '../ui/CardSkeleton.tsx'
import { ListNotice } from '../ui/ListNotice.tsx'
import { SwitchList } from '../ui/SwitchList.tsx'

const texts = messages.mailConsent

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
      return <Refusal sentence={texts.noToken} />
    case 'refused':
      return <Refusal sentence={state.sentence} />
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

const Refusal = ({ sentence }: { sentence: string }) => (
  <p className="alert" role="alert">
    {sentence}
  </p>
)
