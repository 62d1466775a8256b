import { useStore } from '@nanostores/react'
import type { Connection } from '../../../contract/auth-providers.ts'
import { providerNames } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { $connectionProblem, $disconnecting, connections, disconnectFrom } from '../../stores/security/connections.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { Icon } from '../ui/Icon.tsx'
import { ListNotice } from '../ui/ListNotice.tsx'

/** Google and Facebook sign-in; hidden when neither is set up. */
export function ConnectionsPanel() {
  const state = useStore(connections.$state)
  const problem = useStore($connectionProblem)
  if (state.status === 'loading') return null
  const shown = state.status === 'loaded' ? state.items.filter(isOfUse) : null
  if (shown?.length === 0) return null
  return (
    <section className="card stack security" aria-labelledby="connections-title">
      <h2 id="connections-title">Connected Accounts</h2>
      <p className="quiet">Use one of these to sign in, in addition to your email address.</p>
      {problem !== null && (
        <p className="alert" role="alert">
          {problem}
        </p>
      )}
      {shown !== null ? (
        <ul className="rows">
          {shown.map((connection) => (
            <ConnectionRow key={connection.provider} {...connection} />
          ))}
        </ul>
      ) : (
        <ListNotice isOffline={state.status === 'offline'} onRetry={connections.reload} />
      )}
    </section>
  )
}

const isOfUse = ({ isAvailable, isConnected }: Connection) => isAvailable || isConnected

export function ConnectionRow({ provider, isAvailable, isConnected }: Connection) {
  const disconnecting = useStore($disconnecting)
  const name = providerNames[provider]
  return (
    <li>
      <p className="with-icon">
        <Icon name={provider} />
        <strong>{name}</strong> {isConnected && <span className="badge badge-good">Connected</span>}
      </p>
      {isConnected ? (
        <BusyButton
          className="button button-small"
          isBusy={disconnecting === provider}
          busy="Disconnecting…"
          onClick={() => disconnectFrom(provider)}
        >
          {`Disconnect ${name}`}
        </BusyButton>
      ) : (
        isAvailable && (
          <a className="button button-small" href={`${paths[provider]}?connect=true`}>
            Connect {name}
          </a>
        )
      )}
    </li>
  )
}
