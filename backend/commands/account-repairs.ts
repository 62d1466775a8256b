import type { Knex } from 'knex'
import { type LeavingTools, leaveAddress } from './auth/addresses.ts'
import { applyAccount, stateOf } from './auth/rights.ts'
import type { RightsTools } from './auth/tools.ts'
import { eraseRow } from './erasures.ts'

type Tools = RightsTools &
  LeavingTools & { subjects: RightsTools['subjects'] & LeavingTools['subjects'] } & {
    accounts: { eraseById(userId: number): Promise<void> }
    knex: Knex
  }

/** What a reactor repeats after a crash between an event of an account and its rows. */
export const accountRepairs = (tools: Tools) => ({
  applyAccount: (userId: number) => applyAccount(tools, userId),
  async leaveAddress(userId: number, previousSubject: string) {
    const state = await stateOf(tools, userId)
    if (state) await leaveAddress(tools, userId, state, previousSubject)
  },
  eraseRow: (userId: number) => eraseRow(tools, userId),
})
