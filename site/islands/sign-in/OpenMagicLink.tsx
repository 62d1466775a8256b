import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { hideLinkToken, linkToken } from '../../lib/link-token.ts'
import { messages } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { $link, openMagicLink } from '../../stores/sign-in/magic-link.ts'
import { BusyButton } from '../ui/BusyButton.tsx'

const another = (
  <p>
    <a className="button button-wide" href={`${paths.login}?tab=magic-link`}>
      Get a new link
    </a>
  </p>
)

/** Mail programs open links to look at them, so that opening this page does nothing: the button does. */
export function OpenMagicLink() {
  const state = useStore($link)
  const [token] = useState(linkToken)
  useEffect(hideLinkToken, [])
  if (token === '' || state.status === 'refused')
    return (
      <div className="stack">
        <p className="alert" role="alert">
          {state.status === 'refused' ? state.sentence : messages.magicLink.noToken}
        </p>
        {another}
      </div>
    )
  return (
    <BusyButton isBusy={state.status === 'sending'} busy="Signing in..." onClick={() => openMagicLink(token)}>
      Sign In
    </BusyButton>
  )
}
