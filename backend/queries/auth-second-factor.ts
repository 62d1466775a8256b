import type { Knex } from 'knex'
import type { PersonalExport } from '../../contract/profile.ts'

/** That a code is asked for at sign-in; neither its secret nor the recovery codes, which are there to be read by nobody. */
export async function secondFactorOf(knex: Knex, userId: number): Promise<PersonalExport['secondFactor']> {
  const [factor] = await knex('app.second_factors')
    .where({ user_id: userId })
    .whereNotNull('turned_on_at')
    .select<{ turned_on_at: string }[]>('turned_on_at')
  const codes = await knex('app.recovery_codes').where({ user_id: userId }).select('user_id')
  return { isOn: factor !== undefined, turnedOnAt: factor?.turned_on_at ?? null, recoveryCodesLeft: codes.length }
}
