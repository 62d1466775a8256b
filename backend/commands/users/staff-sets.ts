import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import { changeStaffSet, defineStaffSet, removeStaffSet, type StaffSet } from '../../../contract/staff-sets.ts'
import {
  staffSets as decider,
  type StaffSetCommand,
  type StaffSetEvent,
  staffSetStream,
} from '../../domain/accounts/staff-sets.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import type { Recorded } from '../../kernel/eventlog/metadata.ts'
import { commandContext } from '../../kernel/http/command-context.ts'
import { signedIn } from '../../kernel/http/guards.ts'
import type { WaitForProjection } from '../../kernel/http/pending-position.ts'
import { proven, route, staff } from '../../kernel/http/route.ts'
import { staffSetRow } from '../../read-model/staff-sets.ts'
import { decideAboutRights } from '../auth/rights.ts'
import { applyStaffSets } from '../auth/staff-sets.ts'
import type { SetTools } from '../auth/tools.ts'

type StaffSetTools = SetTools & { waitForProjection: WaitForProjection; knex: Knex }

/** Sets of rights are decided as the rights of people are: one decision at a time in all processes. */
export async function staffSetCommands(app: FastifyInstance, tools: StaffSetTools): Promise<void> {
  async function decide(command: StaffSetCommand, request: FastifyRequest): Promise<Recorded<StaffSetEvent>[]> {
    const context = commandContext(request)
    const asking = { by: signedIn(request).id, now: context.at }
    const { events, position } = await decideAboutRights(tools, asking, async () => {
      const handled = await tools.handle(decider, staffSetStream, command, context)
      // Also runs when there was nothing to do: an earlier attempt may have died before this.
      await applyStaffSets(tools)
      return handled
    })
    await tools.waitForProjection(position, request)
    return events
  }

  async function shown(id: number | undefined): Promise<StaffSet> {
    const row = id === undefined ? null : await staffSetRow(tools.knex, id)
    if (!row) throw new DomainError('not_found', 'Role not found.')
    return row
  }

  route(app, defineStaffSet, proven('grants'), async ({ body, request }) => {
    const [defined] = await decide({ type: 'DefineStaffSet', data: body }, request)
    return shown(defined?.data.setId)
  })

  route(app, changeStaffSet, proven('grants'), async ({ params: { id }, body, request }) => {
    await decide({ type: 'ChangeStaffSet', data: { setId: id, ...body } }, request)
    return shown(id)
  })

  // It contains damage, so it needs no fresh proof.
  route(app, removeStaffSet, staff('grants'), async ({ params: { id }, body, request }) => {
    await decide({ type: 'RemoveStaffSet', data: { setId: id, ...body } }, request)
  })
}
