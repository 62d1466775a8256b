/** Where the running product can keep its log. EventStoreDB is imitated in this process over real gRPC. */
export const productLogs = ['postgres', 'eventstoredb'] as const
export type ProductLog = (typeof productLogs)[number]

/** The settings that choose a log, for one process or for several on the same log. */
export type StartedLog = { env: Record<string, string>; close(): Promise<void> | void }

export async function startLog(log: ProductLog): Promise<StartedLog> {
  if (log === 'postgres') return { env: {}, close: async () => {} }
  const { startEventStoreDbServer } = await import('./eventstoredb-server.ts')
  const { port, close } = await startEventStoreDbServer()
  return { ...eventStoreDbAt(port), close }
}

/** A log that the test itself keeps, for example behind a proxy. */
export const eventStoreDbAt = (port: number): StartedLog => ({
  env: { EVENTSTORE_URL: `esdb://127.0.0.1:${port}?tls=false` },
  close() {},
})
