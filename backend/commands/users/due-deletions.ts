import { accountDeletionStream, accountDeletions } from '../../domain/accounts/account-deletions.ts'
import { type CommandContext, systemContext } from '../../kernel/eventlog/command-context.ts'
import type { Recorded } from '../../kernel/eventlog/metadata.ts'
import { type DueDeletion, dueDeletions } from '../../read-model/account-deletions.ts'
import { usersToErase } from '../../read-model/users.ts'
import { decideAboutRights, stateOf } from '../auth/rights.ts'
import type { RightsTools } from '../auth/tools.ts'
import { type ErasureTools, erasePerson } from './erasures.ts'

type DeletionTools = ErasureTools & { rights: RightsTools }

/**
 * Erases every account whose 24 hours are over; returns how many. If the process dies in between, the next run finds
 * the rest: the subject in the row of the read model is erased last, and the row disappears with it. Every step is
 * idempotent, so two processes may run at once. One failed erasure does not stop the others; errors are thrown at the
 * end.
 */
export async function eraseDueAccounts(tools: DeletionTools, now: Date): Promise<number> {
  let erased = 0
  const failures: unknown[] = []
  for (const due of await dueDeletions(tools.knex, now))
    try {
      if (await eraseDue(tools, due, now)) erased++
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
  return erased
}

/** False when it was cancelled. */
async function eraseDue(tools: DeletionTools, { userId, subject, dueAt }: DueDeletion, now: Date): Promise<boolean> {
  // Idempotent: a second run is the same command.
  const context = systemContext({ commandId: `delete account ${userId} of ${dueAt}`, at: now })
  // Not beside a grant, so that a person who becomes an admin at this moment is kept.
  const { events } = await decideAboutRights(tools.rights, { by: null, now: context.at }, async () => {
    const isAdmin = (await stateOf(tools, userId))?.rights.isAdmin ?? false
    const start = { type: 'StartAccountDeletion', data: { userId, subject, isAdmin, now: context.at } } as const
    return tools.handle(accountDeletions, accountDeletionStream(userId), start, context)
  })
  // The deletion was cancelled just now; the read model does not show it yet.
  if (!events.some(({ type }) => type === 'AccountDeletionStarted')) return false
  await erasePerson(tools, { userId }, context)
  return true
}

/** The guarantee behind deletions by an admin: erases accounts whose deletion a crash interrupted. */
export async function eraseDeletedUsers(tools: ErasureTools): Promise<void> {
  for (const { userId } of await usersToErase(tools.knex))
    await erasePerson(tools, { userId }, deletedUserContext(userId))
}

/** Always the same command for the same account. */
export const deletedUserContext = (userId: number, cause?: Recorded): CommandContext =>
  systemContext({ commandId: `erase deleted user ${userId}`, ...(cause && { cause }) })
