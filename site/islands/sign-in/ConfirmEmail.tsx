import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { hideLinkToken, linkToken } from '../../lib/link-token.ts'
import { messages } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { $confirmation, confirmEmail, requireSignedIn } from '../../stores/security/email-change.ts'
import { $session } from '../../stores/session.ts'
import { BusyButton } from '../ui/BusyButton.tsx'

/** Opening the mailed link changes nothing; the button does, for whoever is signed in to the account. */
export function ConfirmEmail() {
  const state = useStore($confirmation)
  const session = useStore($session)
  const [token] = useState(linkToken)
  useEffect(() => {
    hideLinkToken()
    if (token !== '') void requireSignedIn(token)
  }, [token])
  if (token === '' || state.status === 'refused')
    return (
      <div className="stack">
        <p className="alert" role="alert">
          {state.status === 'refused' ? state.sentence : messages.magicLink.noToken}
        </p>
        <p>
          <a className="button button-wide" href={`${paths.settings}?tab=security`}>
            Security settings
          </a>
        </p>
      </div>
    )
  const isBusy = state.status === 'sending' || session.status !== 'signed-in'
  return (
    <BusyButton isBusy={isBusy} busy="Confirming..." onClick={() => confirmEmail(token)}>
      Confirm this address
    </BusyButton>
  )
}
