import { startEventStoreDbServer } from '../test/support/log/eventstoredb-server.ts'

/** The imitated EventStoreDB in its own process, so that it does not share the event loop of the measured program. */
const { port, calls } = await startEventStoreDbServer()
process.on('message', () => process.send?.(calls))
process.on('disconnect', () => process.exit())
process.stdout.write(`${port}\n`)
