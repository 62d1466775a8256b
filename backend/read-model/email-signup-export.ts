import type { EmailSignup, EmailSignupListQuery } from '../../contract/email-signups.ts'
import { emailSignup } from '../../records/email-signups.ts'
import { origin } from '../../records/origins.ts'
import { matchingRows } from './admin-lists.ts'
import { columnsOf, recordColumns } from './columns.ts'
import { withDistrict } from './districts.ts'
import { emailSignupList } from './email-signups.ts'
import {
  consentColumns,
  consentJoins,
  type ExportedConsent,
  type ExportedHeadings,
  type ExportedRows,
  headingsIn,
  wantedPeople,
} from './exported-consent.ts'
import { rowBatches } from './row-batches.ts'

export type ExportedSignup = Omit<EmailSignup, 'isErased' | 'mailSuppression'> & ExportedConsent & ExportedHeadings

/** Sign-ups of people who were not erased in one snapshot, oldest first, in batches. */
export async function* emailSignupBatches({
  database: { knex, pool },
  everyone,
  query,
}: ExportedRows<EmailSignupListQuery['filter']>): AsyncGenerator<ExportedSignup[]> {
  const wanted = matchingRows(knex, emailSignupList, query)
    .joinRaw(consentJoins)
    .whereRaw(`NOT item.is_erased AND ${wantedPeople(everyone)}`)
  const rows = rowBatches<Omit<ExportedSignup, 'districtShare'>>(
    pool,
    wanted
      .clone()
      .orderBy('item.id')
      .select(
        columnsOf('item', 'id'),
        recordColumns('item', emailSignup),
        recordColumns('item', origin),
        columnsOf('item', 'createdAt'),
        knex.raw(consentColumns),
        headingsIn(knex, wanted),
      ),
  )
  for await (const batch of rows) yield batch.map(withDistrict)
}
