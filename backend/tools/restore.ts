import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { tablesOfSite } from '../composition/backup-source.ts'
import { ConfigError, loadConfig } from '../config/config.ts'
import { loadSealKey } from '../config/load-seal-key.ts'
import { loadSecrets } from '../config/secrets.ts'
import { BackupUnusable } from '../kernel/backup/archive.ts'
import { secretMarkOf } from '../kernel/backup/manifest.ts'
import { type Checked, checkBackup, checkSecret, checkSignature } from '../kernel/backup/restore-backup.ts'
import { connect } from '../kernel/database/connect.ts'
import { openDataFolder } from '../kernel/database/embedded/data-folder.ts'
import { migrateAsOwner } from '../kernel/database/migrate.ts'
import { StartupError } from '../kernel/database/startup-error.ts'
import { readSealFile, sealFile } from '../kernel/eventlog/integrity/seal-file.ts'
import { readSealTable } from '../kernel/eventlog/integrity/seal-table.ts'
import { eventsOf, verifyLog } from '../kernel/eventlog/integrity/verify.ts'
import { numberInUse } from '../kernel/eventlog/used-numbers.ts'
import { bringUpToDate } from '../kernel/projector/bring-up-to-date.ts'
import { createProgressBar } from '../kernel/projector/progress-bar.ts'
import { sequences } from '../topics/index.ts'
import { fileToRestore, runRestore, usage } from './restore-command.ts'
import { withDatabase } from './with-database.ts'

/** Every reason to refuse is checked before the data folder or the database are touched. */
async function prepare(): Promise<{ path: string; checked: Checked; isSigned: boolean }> {
  const asked = fileToRestore(process.argv.slice(2))
  if (asked === null) {
    console.log(usage)
    process.exit(2)
  }
  const { path, mayBeUnsigned } = asked
  const checked = await checkBackup(path)
  const config = loadConfig()
  const { dataDir } = config
  // Runs before the embedded database gets a password derived from the secret; a new folder would get a secret of its
  // own.
  const hasSecret = config.appSecret !== undefined || existsSync(join(dataDir, 'app-secret'))
  const secrets = hasSecret ? loadSecrets(config) : null
  checkSecret(checked.manifest, secrets && secretMarkOf(secrets.master))
  const isSigned = checkSignature(checked, secrets?.backups ?? null, { mayBe: mayBeUnsigned })
  if (secrets) loadSealKey(config, secrets)
  process.once('exit', openDataFolder(dataDir).release)
  return { path, checked, isSigned }
}

try {
  const { path, checked, isSigned } = await prepare()
  await withDatabase(
    ({ config, secrets, database, core, serverUrl, ownerUrl }) =>
      runRestore({
        path,
        checked,
        isSigned,
        database,
        folders: { outbox: join(config.dataDir, 'outbox'), photos: config.photosDir },
        tablesOfSite,
        log: config.eventStoreUrl ? 'EventStoreDB' : 'PostgreSQL',
        eventLog: core.log,
        dataDir: config.dataDir,
        verify: () =>
          verifyLog({
            events: eventsOf(core.log),
            seals: { table: readSealTable(database.pool), file: readSealFile(sealFile(config.dataDir)) },
            ...loadSealKey(config, secrets),
          }),
        rebuild: () =>
          bringUpToDate({ ...core, pool: database.pool, onProgress: createProgressBar('Rebuilding the read tables') }),
        proveNumbers: async () => numberInUse(database.pool, sequences, await core.continueNumbers(null)),
        grant: async () => {
          if (ownerUrl === undefined) return
          const server = connect(serverUrl, { max: 2 })
          await migrateAsOwner(server, ownerUrl).finally(server.close)
        },
        unreadableSubjects: core.unreadableSubjects,
        print: (line) => console.log(line),
      }),
    'owner',
  )
} catch (error) {
  if (!(error instanceof BackupUnusable || error instanceof StartupError || error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exit(1)
}
