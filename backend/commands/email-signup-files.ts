import { csvRow } from '../http/csv.ts'
import type { ExportedSignup } from '../read-model/email-signup-export.ts'

type Batches = AsyncIterable<readonly ExportedSignup[]>

async function* csv(batches: Batches): AsyncGenerator<string> {
  yield csvRow(['Id', 'Email', 'First name', 'Signed up at'])
  for await (const batch of batches)
    yield batch.map(({ id, email, firstName, createdAt }) => csvRow([id, email, firstName, createdAt])).join('')
}

/** The closing bracket comes last: a file that was cut off is not JSON. */
async function* json(batches: Batches): AsyncGenerator<string> {
  yield '['
  let separator = '\n'
  for await (const batch of batches) {
    yield batch
      .map((row) => {
        const line = separator + JSON.stringify(row)
        separator = ',\n'
        return line
      })
      .join('')
  }
  yield '\n]\n'
}

/** The mailing list as a file, by format. */
export const emailSignupFiles = {
  csv: { type: 'text/csv; charset=utf-8', write: csv },
  json: { type: 'application/json; charset=utf-8', write: json },
}
