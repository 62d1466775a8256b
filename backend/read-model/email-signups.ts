import type { Knex } from 'knex'

export async function emailSignupCount(knex: Knex): Promise<number> {
  const [total] = await knex('read.email_signup_totals').select<{ signups: number }[]>('signups')
  return total?.signups ?? 0
}
