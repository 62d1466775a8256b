import { useStore } from '@nanostores/react'
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

/** Email programs open links to check them, so opening this page does nothing; the button signs in. */
export function OpenMagicLink() {
  const state = useStore($link)
  if (state.status === 'rejected' || state.token === '')
    return (
      <div className="stack">
        <p className="alert" role="alert">
          {state.status === 'rejected' ? state.sentence : messages.magicLink.noToken}
        </p>
        {another}
      </div>
    )
  return (
    <div className="stack">
      {state.removesPassword && <p className="quiet small">{messages.magicLink.removesPassword}</p>}
      <BusyButton isBusy={state.status === 'sending'} busy="Signing in..." onClick={openMagicLink}>
        Sign In
      </BusyButton>
    </div>
  )
}
