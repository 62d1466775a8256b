import type pg from 'pg'
import type { EmailSignup } from '../../contract/email-signups.ts'
import { consentColumns, consentJoins, type ExportedConsent, wantedPeople } from './exported-consent.ts'
import { rowBatches } from './row-batches.ts'

export type ExportedSignup = Pick<EmailSignup, 'id' | 'email' | 'firstName' | 'createdAt'> & ExportedConsent

/** The mailing list in one snapshot, oldest first, in batches. */
export const emailSignupBatches = (pool: pg.Pool, everyone: boolean): AsyncGenerator<ExportedSignup[]> =>
  rowBatches(
    pool,
    `SELECT item.id, item.email, item.first_name AS "firstName", item.created_at AS "createdAt", ${consentColumns}
     FROM read.email_signups AS item ${consentJoins}
     WHERE NOT item.is_erased AND ${wantedPeople(everyone)} ORDER BY item.id`,
  )
