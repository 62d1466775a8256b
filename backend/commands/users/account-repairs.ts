import { systemContext } from '../../kernel/eventlog/command-context.ts'
import { type LeavingTools, leaveAddress } from '../auth/addresses.ts'
import { applyAccount, stateOf } from '../auth/rights.ts'
import { applyStaffSets } from '../auth/staff-sets.ts'
import type { RightsTools, SetTools } from '../auth/tools.ts'
import { type ErasureTools, erasePerson, eraseRow } from './erasures.ts'

type Tools = SetTools &
  LeavingTools &
  ErasureTools & { subjects: RightsTools['subjects'] & LeavingTools['subjects'] & ErasureTools['subjects'] }

/** The writes that a reactor repeats after a crash between an event of an account and its rows. */
export const accountRepairs = (tools: Tools) => ({
  applyAccount: (userId: number) => applyAccount(tools, userId),
  async leaveAddress(userId: number, previousSubject: string) {
    const state = await stateOf(tools, userId)
    if (!state) return
    await leaveAddress(tools, userId, state, previousSubject)
    if (!(await wasErasedAt(tools, userId, previousSubject))) return
    const context = systemContext({ commandId: `erase ${userId} at ${state.subject}` })
    await erasePerson(tools, { userId }, context)
  },
  applyStaffSets: () => applyStaffSets(tools),
  eraseRow: (userId: number) => eraseRow(tools, userId),
})

/** The person was erased at the old address while the account moved, so that erasure did not know the new one. */
async function wasErasedAt({ subjects, accounts }: Tools, userId: number, previousSubject: string): Promise<boolean> {
  const isErased = (await subjects.read([previousSubject])).get(previousSubject) === 'erased'
  return isErased && (await accounts.byId(userId)) === null
}
