import { atom } from 'nanostores'
import type { disconnect, listConnections, Provider } from '../../../contract/auth-providers.ts'
import { call, explain } from '../../lib/api.ts'
import { providerNames } from '../../lib/labels.ts'
import { messages } from '../../lib/messages.ts'
import { onBrowserMount } from '../browser-mount.ts'
import { createSimpleList } from '../lists/list.ts'
import { reportProviderProblem } from '../sign-in/provider-problem.ts'
import { showError, showToast } from '../toasts.ts'

export const connections = createSimpleList(async () => {
  const rows = await call<typeof listConnections>('GET', '/api/auth/connections')
  return rows.map((connection) => ({ ...connection, id: connection.provider }))
})
export const $disconnecting = atom<Provider | null>(null)
/** The problem at the provider that has just sent people back here. */
export const $connectionProblem = atom<string | null>(null)

onBrowserMount($connectionProblem, () => void $connectionProblem.set(reportConnection()))

/** When a provider has just sent people back: shows the result once, and returns the problem if there is one. */
function reportConnection(): string | null {
  const url = new URL(location.href)
  const connected = url.searchParams.get('connected')
  if (connected !== 'google' && connected !== 'facebook') return reportProviderProblem(messages.provider.notConnected)
  url.searchParams.delete('connected')
  history.replaceState(history.state, '', url)
  showToast(messages.provider.connected(providerNames[connected]))
  return null
}

export async function disconnectFrom(provider: Provider): Promise<void> {
  if ($disconnecting.get() !== null) return
  $disconnecting.set(provider)
  try {
    await call<typeof disconnect>('DELETE', '/api/auth/connections/:provider', { params: { provider } })
    showToast(messages.provider.disconnected(providerNames[provider]))
  } catch (error) {
    showError(explain(messages.provider.disconnectFailed, error))
  }
  await connections.reload()
  $disconnecting.set(null)
}
