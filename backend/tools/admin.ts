import { randomUUID } from 'node:crypto'
import { eraseSubject } from '../commands/erasures.ts'
import { migrate } from '../database/migrate.ts'
import { runAdmin } from './admin-command.ts'
import { withDatabase } from './with-database.ts'

/**
 * `npm run admin -- …`: works while the application is running, and otherwise starts the embedded PostgreSQL itself.
 */
await withDatabase(async ({ config, database, core }) => {
  await migrate(database.knex)
  const { handle, log, accounts, subjects, tokens, secondFactors } = core
  return runAdmin(process.argv.slice(2), {
    handle,
    log,
    accounts,
    subjects,
    tokens,
    secondFactors,
    publicUrl: config.publicUrl ?? `http://${config.host}:${config.port}`,
    async erasePerson(email) {
      const subject = await subjects.find(email)
      if (subject === null) return false
      const id = randomUUID()
      const at = new Date().toISOString()
      const context = { at, actor: { kind: 'system' }, requestId: id, correlationId: id, commandId: id } as const
      await eraseSubject({ handle, subjects, accounts }, subject, context)
      return true
    },
    now: () => new Date(),
    print: (line) => console.log(line),
  })
})
