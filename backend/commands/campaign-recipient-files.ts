import type { CampaignRecipient } from '../../contract/email-campaign-ledger.ts'
import { csvRow } from '../http/csv.ts'

type Batches = AsyncIterable<readonly CampaignRecipient[]>

const columns: [string, keyof CampaignRecipient][] = [
  ['Id', 'id'],
  ['Email', 'email'],
  ['First name', 'firstName'],
  ['Status', 'status'],
  ['Detail', 'detail'],
  ['Attempts', 'attempts'],
  ['Sent at', 'sentAt'],
  ['Bounced at', 'bouncedAt'],
  ['Complained at', 'complainedAt'],
  ['Unsubscribed at', 'unsubscribedAt'],
  ['Clicked at', 'clickedAt'],
]

async function* csv(batches: Batches): AsyncGenerator<string> {
  yield csvRow(columns.map(([title]) => title))
  for await (const batch of batches) yield batch.map((row) => csvRow(columns.map(([, field]) => row[field]))).join('')
}

/** The closing bracket comes last: a file that was cut off is not JSON. */
async function* json(batches: Batches): AsyncGenerator<string> {
  yield '['
  let separator = '\n'
  for await (const batch of batches) {
    yield separator + batch.map((row) => JSON.stringify(row)).join(',\n')
    separator = ',\n'
  }
  yield '\n]\n'
}

/** The people of a campaign as a file, by format. */
export const campaignRecipientFiles = {
  csv: { type: 'text/csv; charset=utf-8', write: csv },
  json: { type: 'application/json; charset=utf-8', write: json },
}
