import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { $preferences, choose, loadPreferences, savePreferences, switches } from '../../stores/account/preferences.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { CardSkeleton } from '../ui/CardSkeleton.tsx'
import { ListNotice } from '../ui/ListNotice.tsx'
import { SwitchList } from '../ui/SwitchList.tsx'

/** Topics that people want to hear about: five switches, saved with a button. */
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
          <SwitchList switches={switches} chosen={state.chosen} onChoose={choose} />
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
