import { join } from 'node:path'
import program from '../../package.json' with { type: 'json' }
import { secretMarkOf } from '../backup/manifest.ts'
import { eventsOf } from '../eventlog/integrity/verify.ts'
import { personalFields } from '../topics/index.ts'
import { runBackup } from './backup-command.ts'
import { withDatabase } from './with-database.ts'

/** `npm run backup`: works while the application is running, and otherwise starts the embedded PostgreSQL itself. */
await withDatabase(({ config, secrets, database, core }) =>
  runBackup(process.argv.slice(2), {
    pool: database.pool,
    program: program.version,
    secretMark: secretMarkOf(secrets.master),
    personalFields,
    folders: {
      outbox: join(config.dataDir, 'outbox'),
      ...(config.photosBucket === null && { photos: config.photosDir }),
    },
    eventStoreLog: config.eventStoreUrl ? () => eventsOf(core.log) : null,
    bucket: config.photosBucket?.bucket ?? null,
    now: () => new Date(),
    print: (line) => console.log(line),
  }),
)
