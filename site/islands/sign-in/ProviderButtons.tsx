import { useStore } from '@nanostores/react'
import { providerNames } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { signInWithPasskey } from '../../stores/sign-in/passkey-entry.ts'
import { $providerSearch } from '../../stores/sign-in/sign-in.ts'
import { Icon } from '../ui/Icon.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'

/** Providers are full-page navigations: their own page asks for the password. */
export function ProviderButtons() {
  const search = useStore($providerSearch, { ssr: 'initial' })
  return (
    <div className="providers">
      {(['google', 'facebook'] as const).map((provider) => (
        <a className="button button-wide" href={`${paths[provider]}${search}`} key={provider}>
          <Icon name={provider} />
          Continue with {providerNames[provider]}{' '}
          <span className={`not-set-up not-set-up-${provider}`}>not set up</span>{' '}
        </a>
      ))}
      <PasskeyButton onClick={() => signInWithPasskey()}>Sign in with a passkey</PasskeyButton>
      <p className="or">
        <span>or with your email</span>
      </p>
    </div>
  )
}
