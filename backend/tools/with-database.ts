import { type Config, ConfigError, loadConfig } from '../config.ts'
import { connect, type Database } from '../database/connect.ts'
import { embeddedPostgres } from '../database/embedded.ts'
import { StartProblem } from '../database/start-problem.ts'
import { loadSecrets, type Secrets } from '../secrets.ts'

export type Opened = { config: Config; secrets: Secrets; database: Database }

/**
 * Runs a command line tool on the database of the settings. The embedded one is used where it runs, and otherwise
 * started for the time of the tool. Ends the process with the tool's exit code, or with one sentence and 2.
 */
export async function withDatabase(work: (opened: Opened) => Promise<number>): Promise<never> {
  try {
    const config = loadConfig()
    const secrets = loadSecrets(config)
    const embedded = config.databaseUrl ? undefined : await embeddedPostgres(config.dataDir, secrets.database)
    await embedded?.start()
    const database = connect(config.databaseUrl ?? embedded?.url ?? '')
    try {
      process.exitCode = await work({ config, secrets, database })
    } finally {
      await database.close()
      if (!embedded?.isAdopted()) await embedded?.stop()
    }
  } catch (error) {
    if (!(error instanceof StartProblem || error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exitCode = 2
  }
  process.exit()
}
