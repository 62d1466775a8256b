import type { Fact } from '../../kernel/eventlog/decider.ts'
import { recordedOnce } from '../recorded-once.ts'

type Connection = { userId: number; provider: 'google' | 'facebook' }

export type ProviderConnectionCommand = Fact<'ConnectProvider', Connection>
/** From now on, signing in at this provider opens this account, which existed before. */
export type ProviderConnectionEvent = Fact<'ProviderConnected', Connection>

/** `connectionId`: random. The identity state holds the provider account and the user. */
export const providerConnectionStream = (connectionId: string) => `provider-connection-${connectionId}`

export const providerConnections = recordedOnce<ProviderConnectionCommand, ProviderConnectionEvent>(({ data }) => ({
  type: 'ProviderConnected',
  data,
}))
