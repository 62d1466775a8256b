import { backupSource } from '../composition/backup-source.ts'
import { runBackup } from './backup-command.ts'
import { withDatabase } from './with-database.ts'

/** `npm run backup`: works while the application is running, and otherwise starts the embedded PostgreSQL itself. */
await withDatabase((opened) =>
  runBackup(process.argv.slice(2), {
    ...backupSource(opened),
    bucket: opened.config.photosBucket?.bucket ?? null,
    now: () => new Date(),
    print: (line) => console.log(line),
  }),
)
