import { useStore } from '@nanostores/react'
import { $passkeyBusy } from '../../stores/sign-in/passkey-busy.ts'
import { Icon } from '../ui/Icon.tsx'

/** Lets the browser ask for a passkey. */
export function PasskeyButton({ children, onClick }: { children: string; onClick: () => void }) {
  const isBusy = useStore($passkeyBusy, { ssr: 'initial' })
  return (
    <button className="button button-wide" type="button" aria-disabled={isBusy || undefined} onClick={onClick}>
      <Icon name="key" />
      {isBusy ? 'Waiting for your passkey…' : children}
    </button>
  )
}
