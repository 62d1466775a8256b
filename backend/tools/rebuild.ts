import { migrateAsOwner } from '../database/migrate.ts'
import { createProgressBar } from '../projector/progress-bar.ts'
import { setAsideEvents } from '../read-model/set-aside-events.ts'
import { runRebuild } from './rebuild-command.ts'
import { withDatabase } from './with-database.ts'

const interruption = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interruption.abort())

await withDatabase(async ({ database, ownerUrl, core }) => {
  await migrateAsOwner(database, ownerUrl)
  return runRebuild(process.argv.slice(2), {
    log: core.log,
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
