import { rejectOlderLog } from '../composition/remembered-positions.ts'
import { migrateAsOwner } from '../kernel/database/migrate.ts'
import { LogCorrupted } from '../kernel/eventlog/event-log.ts'
import { earliestCheckpoint } from '../kernel/projector/checkpoints.ts'
import { createProgressBar } from '../kernel/projector/progress-bar.ts'
import { setAsideEvents } from '../read-model/set-aside-events.ts'
import { runRebuild } from './rebuild-command.ts'
import { withDatabase } from './with-database.ts'

const interruption = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interruption.abort())

await withDatabase(async ({ config, database, ownerUrl, core }) => {
  await migrateAsOwner(database, ownerUrl)
  const { log } = core
  try {
    await rejectOlderLog({ log, pool: database.pool, folder: config.dataDir })
  } catch (error) {
    if (!(error instanceof LogCorrupted)) throw error
    console.log(`Nothing was rebuilt. ${error.message}`)
    return 1
  }
  // A rebuild moves the checkpoints, by which the next start knows which numbers it has seen.
  await core.continueNumbers(await earliestCheckpoint(database.pool, log))
  return runRebuild(process.argv.slice(2), {
    log,
    decode: core.decode,
    unreadableSubjects: core.unreadableSubjects,
    pool: database.pool,
    setAside: () => setAsideEvents(database.knex, { limit: 10 }),
    projections: core.projections,
    readSkips: core.readSkips,
    signal: interruption.signal,
    onProgress: createProgressBar('Rebuilding the read tables'),
    print: (line) => console.log(line),
  })
})
