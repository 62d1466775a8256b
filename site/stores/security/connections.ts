import { atom } from 'nanostores'
import type { disconnect, listConnections, Provider } from '../../../contract/auth-providers.ts'
import { call, sentenceOf } from '../../lib/api.ts'
import { providerNames } from '../../lib/labels.ts'
import { messages } from '../../lib/messages.ts'
import { createList } from '../list.ts'
import { reportProviderProblem } from '../sign-in/provider-problem.ts'
import { showError, showToast } from '../toasts.ts'

export const connections = createList(() => call<typeof listConnections>('GET', '/api/auth/connections'))
export const $disconnecting = atom<Provider | null>(null)

/** Says once how it went when a provider has just brought somebody back here; answers what is wrong. */
export function reportConnection(): string | null {
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
    const { title, description } = messages.provider.disconnectFailed
    showError({ title, description: sentenceOf(error) ?? description })
  }
  await connections.load()
  $disconnecting.set(null)
}
