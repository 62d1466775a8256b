import { loadSealKey } from '../config/load-seal-key.ts'
import { runVerify } from '../kernel/eventlog/integrity/verify-command.ts'
import { openDatabase } from './with-database.ts'

/** `npm run verify`: works while the application is running, and otherwise starts the embedded PostgreSQL itself. */
process.exitCode = await runVerify({
  args: process.argv.slice(2),
  out: process.stdout,
  async connect() {
    const { config, secrets, database, core, close } = await openDatabase()
    return { log: core.log, pool: database.pool, folder: config.dataDir, keys: loadSealKey(config, secrets), close }
  },
})
