import { eraseSubject } from '../commands/erasures.ts'
import { migrate } from '../database/migrate.ts'
import { commandLineContext } from '../eventlog/command-context.ts'
import { runAdmin } from './admin-command.ts'
import { withDatabase } from './with-database.ts'

/**
 * `npm run admin -- …`: works while the application is running, and otherwise starts the embedded PostgreSQL itself.
 */
await withDatabase(async ({ config, database, core }) => {
  await migrate(database.knex)
  const { handle, log, decode, accounts, subjects, tokens, secondFactors } = core
  return runAdmin(process.argv.slice(2), {
    handle,
    log,
    decode,
    accounts,
    subjects,
    tokens,
    secondFactors,
    publicUrl: config.publicUrl ?? `http://${config.host}:${config.port}`,
    async erasePerson(email) {
      const subject = await subjects.find(email)
      if (subject === null) return false
      await eraseSubject({ handle, subjects, accounts }, subject, commandLineContext())
      return true
    },
    now: () => new Date(),
    print: (line) => console.log(line),
  })
})
