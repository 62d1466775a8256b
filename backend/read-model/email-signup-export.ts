import type pg from 'pg'
import type { EmailSignup } from '../../contract/email-signups.ts'
import { rowBatches } from './row-batches.ts'

export type ExportedSignup = Pick<EmailSignup, 'id' | 'email' | 'firstName' | 'createdAt'>

/** The mailing list in one snapshot, oldest first, in batches. */
export const emailSignupBatches = (pool: pg.Pool): AsyncGenerator<ExportedSignup[]> =>
  rowBatches(
    pool,
    `SELECT id, email, first_name AS "firstName", created_at AS "createdAt"
     FROM read.email_signups WHERE NOT is_erased ORDER BY id`,
  )
