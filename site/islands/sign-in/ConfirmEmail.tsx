import { useStore } from '@nanostores/react'
import { messages } from '../../lib/messages.ts'
import { settingsPath } from '../../lib/paths.ts'
import { $confirmation, confirmEmail } from '../../stores/security/email-change.ts'
import { $session } from '../../stores/session.ts'
import { BusyButton } from '../ui/BusyButton.tsx'

/** Opening the emailed link changes nothing; the button does, for the person who is signed in. */
export function ConfirmEmail() {
  const state = useStore($confirmation)
  const session = useStore($session)
  if (state.status === 'rejected' || state.token === '')
    return (
      <div className="stack">
        <p className="alert" role="alert">
          {state.status === 'rejected' ? state.sentence : messages.magicLink.noToken}
        </p>
        <p>
          <a className="button button-wide" href={settingsPath('security')}>
            Security settings
          </a>
        </p>
      </div>
    )
  const isBusy = state.status === 'sending' || session.status !== 'signed-in'
  return (
    <BusyButton isBusy={isBusy} busy="Confirming..." onClick={confirmEmail}>
      Confirm this address
    </BusyButton>
  )
}
