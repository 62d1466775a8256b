import type { Decider, Fact } from './decider.ts'

type Connection = { userId: number; provider: 'google' | 'facebook' }

export type ProviderConnectionCommand = Fact<'ConnectProvider', Connection>
/** From now on whoever signs in there gets into this account, which existed before. */
export type ProviderConnectionEvent = Fact<'ProviderConnected', Connection>

/** `connectionId`: random. The identity state knows what is connected, and to whom. */
export const providerConnectionStream = (connectionId: string) => `provider-connection-${connectionId}`

export const providerConnections: Decider<{ isRecorded: boolean }, ProviderConnectionCommand, ProviderConnectionEvent> =
  {
    initialState: { isRecorded: false },
    decide: ({ data }, { isRecorded }) => (isRecorded ? [] : [{ type: 'ProviderConnected', data }]),
    evolve: () => ({ isRecorded: true }),
  }
