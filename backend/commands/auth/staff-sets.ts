import { setKey } from '../../../records/staff-sets.ts'
import { type KnownSets, type StaffSetEvent, staffSetStream, staffSets } from '../../domain/accounts/staff-sets.ts'
import type { StaffSetRow, StaffSetRows } from '../../identity/staff-sets.ts'
import { stateAfter } from '../../kernel/eventlog/decider.ts'
import type { RightsTools } from './tools.ts'

type Tools = Pick<RightsTools, 'log' | 'decode'>

/** The roles of the campaign’s own as the log has them, removed ones too. */
export const setsOf = async ({ log, decode }: Tools): Promise<KnownSets> =>
  stateAfter(staffSets, await decode<StaffSetEvent>(await log.readStream(staffSetStream)))

const rowsOf = (sets: KnownSets): StaffSetRow[] =>
  sets.map(({ name, rights, isRemoved, revision }, index) => ({
    ...{ key: setKey(index + 1), name, revision },
    rights: isRemoved ? null : rights,
  }))

/**
 * Updates app.staff_sets from the log, so that each role of the campaign’s own gives what it holds now from the next request
 * on. Every command does so right after its append, and a reactor repeats it in case of a crash in between. Idempotent; an
 * old event never undoes a newer one.
 */
export async function applyStaffSets(tools: Tools & { staffSets: StaffSetRows }): Promise<void> {
  await tools.staffSets.write(rowsOf(await setsOf(tools)))
}
