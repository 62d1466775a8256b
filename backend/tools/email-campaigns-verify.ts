import { migrateAsOwner } from '../kernel/database/migrate.ts'
import { verifyEmailCampaign } from './email-campaigns-verify-command.ts'
import { withDatabase } from './with-database.ts'

/** Works while the application is running, and otherwise starts the embedded PostgreSQL itself. */
await withDatabase(async ({ database, ownerUrl, core }) => {
  await migrateAsOwner(database, ownerUrl)
  return verifyEmailCampaign(process.argv.slice(2), {
    ...core,
    pool: database.pool,
    print: (line) => console.log(line),
  })
})
