import { emailSignupFiles } from '../backend/commands/email-signups/email-signup-files.ts'
import { connect } from '../backend/kernel/database/connect.ts'
import { fileStream } from '../backend/kernel/http/file-stream.ts'
import { emailSignupBatches } from '../backend/read-model/email-signup-export.ts'

/** Exports the mailing list of a database: `URL csv|json`. Prints by how many MB it grew the process. */
const [url = '', format] = process.argv.slice(2)
const { write } = emailSignupFiles[format === 'json' ? 'json' : 'csv']
const { pool, knex, close } = connect(url, { max: 1 })
await pool.query('SELECT 1')
const megabytes = () => process.memoryUsage.rss() / 2 ** 20
const before = megabytes()
const rows = emailSignupBatches({ database: { pool, knex }, everyone: true, query: { filter: {} } })
let peak = before
for await (const _ of fileStream(write(rows))) peak = Math.max(peak, megabytes())
console.log(peak - before)
await close()
