import type { Knex } from 'knex'
import type { EmailSignup, EmailSignupListQuery } from '../../contract/email-signups.ts'
import { emailSignup } from '../../records/email-signups.ts'
import { searchedIn, sortOf } from '../../records/list-sql.ts'
import { origin } from '../../records/origins.ts'
import { type AdminListOf, adminListPage } from './admin-lists.ts'
import { columnsOf, recordColumns } from './columns.ts'
import { withDistrict } from './districts.ts'
import { mailSuppressionOf } from './mail-consents.ts'
import { bySource, fromSource } from './sources.ts'

export async function emailSignupCount(knex: Knex): Promise<number> {
  const [total] = await knex('read.email_signup_totals').select<{ signups: number }[]>('signups')
  return total?.signups ?? 0
}

/** When this person joined the mailing list; null when they are not on it. */
export async function joinedAt(knex: Knex, subject: string): Promise<string | null> {
  const [row] = await knex('read.email_signups')
    .where({ subject, is_erased: false })
    .select<{ at: string }[]>({ at: 'created_at' })
  return row?.at ?? null
}

/** The address with which this person joined the mailing list; null when they are not on it. */
export async function signupAddress(knex: Knex, subject: string): Promise<string | null> {
  const [row] = await knex('read.email_signups')
    .where({ subject, is_erased: false })
    .select<{ email: string }[]>('email')
  return row?.email ?? null
}

/** The sign-up of this person; null when they are not on the list. */
export async function signupIdOf(knex: Knex, subject: string): Promise<number | null> {
  const [row] = await knex('read.email_signups').where({ subject, is_erased: false }).select<{ id: number }[]>('id')
  return row?.id ?? null
}

export const emailSignupList: AdminListOf<EmailSignupListQuery> = {
  table: 'read.email_signups',
  sorts: {
    createdAt: 'item.id',
    email: sortOf(emailSignup, 'email'),
    firstName: sortOf(emailSignup, 'firstName'),
    source: bySource,
  },
  filters: { source: fromSource },
  counts: { table: 'read.email_signup_counts', filters: ['source'] },
  searched: searchedIn(emailSignup),
  phone: 'item.phone',
  findable: 'NOT item.is_erased',
}

export const allEmailSignups = (knex: Knex, query: EmailSignupListQuery) =>
  adminListPage(knex, emailSignupList, query, async (items) => {
    const rows = await items.select<Omit<EmailSignup, 'districtShare'>[]>(
      {
        ...columnsOf('item', 'id, createdAt, isErased'),
        ...recordColumns('item', emailSignup),
        ...recordColumns('item', origin),
      },
      mailSuppressionOf(knex),
    )
    return rows.map(withDistrict)
  })
