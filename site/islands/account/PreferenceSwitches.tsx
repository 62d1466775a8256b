import { Switch } from '@base-ui/react/switch'
import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { $preferences, choose, loadPreferences, savePreferences, switches } from '../../stores/account/preferences.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { CardSkeleton } from '../ui/CardSkeleton.tsx'
import { ListNotice } from '../ui/ListNotice.tsx'

/** What the person wants to be told about: five switches, kept when the button is pressed. */
export function PreferenceSwitches() {
  const state = useStore($preferences)
  const id = useId()
  switch (state.status) {
    case 'loading':
      return <CardSkeleton label="Loading your preferences…" />
    case 'failed':
      return <ListNotice isOffline={false} onRetry={loadPreferences} />
    case 'loaded':
      return (
        <section className="card stack" aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>Notification Preferences</h2>
          <p className="quiet">Choose what you would like to hear about. You can change this at any time.</p>
          <ul className="switches">
            {switches.map(({ name, label, help }) => (
              <li key={name}>
                <div>
                  <label id={`${id}-${name}-label`} htmlFor={`${id}-${name}`}>
                    {label}
                  </label>
                  <p className="quiet small" id={`${id}-${name}-help`}>
                    {help}
                  </p>
                </div>
                <Switch.Root
                  className="switch"
                  id={`${id}-${name}`}
                  aria-labelledby={`${id}-${name}-label`}
                  aria-describedby={`${id}-${name}-help`}
                  checked={state.chosen[name]}
                  onCheckedChange={(isOn) => choose(name, isOn)}
                >
                  <Switch.Thumb className="switch-thumb" />
                </Switch.Root>
              </li>
            ))}
          </ul>
          <BusyButton
            className="button button-primary"
            busy="Saving..."
            isBusy={state.saving}
            onClick={savePreferences}
          >
            Save Preferences
          </BusyButton>
        </section>
      )
  }
}
