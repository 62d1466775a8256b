import { join } from 'node:path'
import pg from 'pg'
import { parseConfig } from '../../backend/config/config.ts'
import { loadSecrets } from '../../backend/config/secrets.ts'
import { runningServer } from '../../backend/kernel/database/embedded/process.ts'
import type { Product } from './product.ts'

/** Runs a statement in the database of a running product, as its owner. */
export async function runInDatabase({ folder }: Product, sql: string, values: readonly unknown[]): Promise<void> {
  const { database } = loadSecrets(parseConfig({ DATA_DIR: folder }))
  const port = runningServer(join(folder, 'postgres'))?.port
  const client = new pg.Client({ connectionString: `postgres://postgres:${database}@127.0.0.1:${port}/campaign` })
  await client.connect()
  await client.query(sql, [...values]).finally(() => client.end())
}
