import { emailSignupFiles } from '../backend/commands/email-signup-files.ts'
import { connect } from '../backend/database/connect.ts'
import { fileStream } from '../backend/http/file-stream.ts'
import { emailSignupBatches } from '../backend/read-model/email-signup-export.ts'

/** Exports the mailing list of a database (its address is the argument) as CSV. Prints by how many MB it grew the process. */
const { pool, close } = connect(process.argv[2] ?? '', { max: 1 })
await pool.query('SELECT 1')
const megabytes = () => process.memoryUsage.rss() / 2 ** 20
const before = megabytes()
let peak = before
for await (const _ of fileStream(emailSignupFiles.csv.write(emailSignupBatches(pool))))
  peak = Math.max(peak, megabytes())
console.log(peak - before)
await close()
