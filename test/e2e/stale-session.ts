import { join } from 'node:path'
import pg from 'pg'
import { parseConfig } from '../../backend/config/config.ts'
import { loadSecrets } from '../../backend/config/secrets.ts'
import { runningServer } from '../../backend/database/embedded/process.ts'
import type { Product } from './product.ts'

/** Eleven minutes pass for the sessions of this person. */
export async function ageSessions({ folder }: Product, email: string): Promise<void> {
  const { database } = loadSecrets(parseConfig({ DATA_DIR: folder }))
  const port = runningServer(join(folder, 'postgres'))?.port
  const client = new pg.Client({ connectionString: `postgres://postgres:${database}@127.0.0.1:${port}/campaign` })
  await client.connect()
  await client.query(
    `UPDATE app.sessions SET created_at = sessions.created_at - interval '11 minutes', proven_at = NULL
     FROM app.accounts WHERE accounts.user_id = sessions.user_id AND email = $1`,
    [email],
  )
  await client.end()
}
