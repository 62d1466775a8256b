import { userStream, users } from '../../domain/users.ts'
import type { CommandContext } from '../../eventlog/command-context.ts'
import type { Position } from '../../eventlog/event-log.ts'
import type { RightsTools } from './tools.ts'

/**
 * Appends AdminGranted, then updates app.accounts, which ends every session of the user. A retry after a crash between
 * the two writes what is missing. Throws DomainError 'not_found'.
 */
export async function grantAdmin(
  { handle, log, accounts }: RightsTools,
  userId: number,
  context: CommandContext,
): Promise<{ isReplay: boolean; position: Position | null }> {
  const stream = userStream(userId)
  const { events, isReplay, position } = await handle(users, stream, { type: 'GrantAdmin', data: { userId } }, context)
  const revision =
    events.at(-1)?.revision ?? (await log.readStream(stream)).findLast(({ type }) => type === 'AdminGranted')?.revision
  if (revision !== undefined) await accounts.grantAdmin(userId, revision)
  return { isReplay, position }
}
