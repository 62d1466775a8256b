import { it } from 'vitest'
import { given } from '../../../test/support/spec.ts'
import { providerConnections } from './provider-connections.ts'

const data = { userId: 7, provider: 'google' } as const

it('a connection is recorded once', () => {
  given(providerConnections, [])
    .when({ type: 'ConnectProvider', data })
    .then([{ type: 'ProviderConnected', data }])
  given(providerConnections, [{ type: 'ProviderConnected', data }])
    .when({ type: 'ConnectProvider', data })
    .thenNothing()
})
