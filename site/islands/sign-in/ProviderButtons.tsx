import { useStore } from '@nanostores/react'
import { providerNames } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { $providerSearch } from '../../stores/sign-in/sign-in.ts'
import { Icon } from '../ui/Icon.tsx'

/** Full-page navigations: the provider's own page asks for the password. */
export function ProviderButtons() {
  const search = useStore($providerSearch, { ssr: 'initial' })
  return (
    <div className="providers">
      {(['google', 'facebook'] as const).map((provider) => (
        <a className="button button-wide" href={`${paths[provider]}${search}`} key={provider}>
          <Icon name={provider} />
          Continue with {providerNames[provider]}
        </a>
      ))}
      <p className="or">
        <span>or with your email</span>
      </p>
    </div>
  )
}
