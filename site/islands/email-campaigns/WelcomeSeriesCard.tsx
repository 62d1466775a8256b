import { Switch } from '@base-ui/react/switch'
import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { mails as mailCount, people } from '../../lib/email-campaign-words.ts'
import {
  $isChanged,
  $isSavingSeries,
  $settings,
  addMail,
  changeSeries,
  discardSeries,
  maxWelcomeMails,
  saveSeries,
  welcomeSeries,
} from '../../stores/email-campaigns/welcome-series.ts'
import { LoadFailure } from '../admin/LoadFailure.tsx'
import { SettingHistory } from '../admin/SettingHistory.tsx'
import { BusyButton } from '../ui/BusyButton.tsx'
import { CardSkeleton } from '../ui/CardSkeleton.tsx'
import { WelcomeMailFields } from './WelcomeMailFields.tsx'

/** The emails that new subscribers get: on or off, and up to three of them. */
export function WelcomeSeriesCard() {
  const state = useStore(welcomeSeries.$state)
  const settings = useStore($settings)
  if (state.status === 'failed' || state.status === 'offline')
    return <LoadFailure state={state} onRetry={welcomeSeries.reload} />
  if (state.status === 'loading' || settings === null) return <CardSkeleton label="Loading the welcome series…" />
  const { underWay, sent } = state.value
  return (
    <section className="card stack" aria-labelledby="welcome-title">
      <div className="section-head">
        <h3 id="welcome-title">Welcome series</h3>
        <SettingHistory topic="welcome-series" />
      </div>
      <p className="quiet small">
        Emails new subscribers get. Unsubscribing stops them, and so does turning off Campaign news in Settings. In the
        series now: {people(underWay)}. Sent so far: {mailCount(sent)}.
      </p>
      <OnOff isOn={settings.isOn} />
      <details className="campaign-text">
        <summary>{settings.mails.length === 1 ? 'Edit the email' : `Edit the ${settings.mails.length} emails`}</summary>
        <div className="welcome-mails">
          {settings.mails.map((mail, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a mail of the series is its place
            <WelcomeMailFields mail={mail} at={at} isOnly={settings.mails.length === 1} key={at} />
          ))}
        </div>
        {settings.mails.length < maxWelcomeMails && (
          <button type="button" className="button button-small" onClick={addMail}>
            Add an email
          </button>
        )}
      </details>
      <SeriesButtons />
    </section>
  )
}

function OnOff({ isOn }: { isOn: boolean }) {
  const id = useId()
  return (
    <div className="switch-field">
      <Switch.Root
        className="switch"
        id={id}
        aria-labelledby={`${id}-label`}
        checked={isOn}
        onCheckedChange={(on) => changeSeries({ isOn: on })}
      >
        <Switch.Thumb className="switch-thumb" />
      </Switch.Root>
      <label id={`${id}-label`} htmlFor={id}>
        Send the welcome series
      </label>
    </div>
  )
}

/** Saves the changes; switching the series on or off is a change too. */
function SeriesButtons() {
  const isChanged = useStore($isChanged)
  const isSaving = useStore($isSavingSeries)
  if (!isChanged) return null
  return (
    <div className="actions">
      <button type="button" className="button button-small" onClick={discardSeries}>
        Discard changes
      </button>
      <BusyButton
        className="button button-small button-primary"
        busy="Saving..."
        isBusy={isSaving}
        onClick={() => void saveSeries()}
      >
        Save series
      </BusyButton>
    </div>
  )
}
