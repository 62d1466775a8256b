import { startEventStoreDbServer } from './eventstoredb-server.ts'

/** Where the running product can keep its log: a name, and what starts it with the environment that chooses it. */
export const productLogs = [
  ['PostgreSQL', async () => ({ env: {}, close: async () => {} })],
  [
    'EventStoreDB, as imitated in this process over real gRPC',
    async () => {
      const { port, close } = await startEventStoreDbServer()
      return { env: { EVENTSTORE_URL: `esdb://127.0.0.1:${port}?tls=false` }, close }
    },
  ],
] as const
