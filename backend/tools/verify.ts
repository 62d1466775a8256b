import { existsSync } from 'node:fs'
import { loadConfig } from '../config.ts'
import { isInitialised, openCluster } from '../database/cluster.ts'
import { answers, runningServer } from '../database/cluster-process.ts'
import { connect } from '../database/connect.ts'
import { embeddedPostgres } from '../database/embedded.ts'
import { createEventStoreDbLog } from '../eventlog/eventstoredb.ts'
import { createPostgresLog } from '../eventlog/postgres.ts'
import { runVerify, type VerifyConnection } from '../eventlog/verify-command.ts'
import { loadSecrets } from '../secrets.ts'

/** `npm run verify`: works beside a running application, and starts the embedded PostgreSQL by itself otherwise. */
async function connectToLog(): Promise<VerifyConnection> {
  const config = loadConfig()
  if (!existsSync(config.dataDir)) throw new Error(noLog(config.dataDir))
  const secrets = loadSecrets(config)
  const embedded = config.databaseUrl === undefined ? await embeddedUrl(config.dataDir, secrets.database) : null
  const database = connect(config.databaseUrl ?? embedded?.url ?? '', { max: 2 })
  const log =
    config.eventStoreUrl === undefined ? createPostgresLog(database.pool) : createEventStoreDbLog(config.eventStoreUrl)
  return {
    log,
    pool: database.pool,
    folder: config.dataDir,
    publicKey: secrets.sealing.publicKey,
    async close() {
      await log.close()
      await database.close()
      await embedded?.stop()
    },
  }
}

const noLog = (dataDir: string) =>
  `there is no event log in ${dataDir} yet. Run \`npm start\` once, or set DATA_DIR to its data folder.`

/** A server that is up belongs to the application: it is used and left alone. */
async function embeddedUrl(dataDir: string, password: string): Promise<{ url: string; stop(): Promise<void> }> {
  const cluster = await openCluster(dataDir, password)
  if (!isInitialised(cluster)) throw new Error(noLog(dataDir))
  const running = runningServer(cluster.folder)
  const isUp = running !== undefined && (await answers(`postgres://postgres:${password}@127.0.0.1:${running.port}`))
  const postgres = await embeddedPostgres(dataDir, password)
  if (isUp) return { url: postgres.url, stop: async () => {} }
  await postgres.start()
  return postgres
}

process.exitCode = await runVerify({ args: process.argv.slice(2), connect: connectToLog, out: process.stdout })
