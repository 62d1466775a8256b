import type { UserEvent } from '../domain/accounts/users.ts'
import { type CommandContext, systemContext } from '../kernel/eventlog/command-context.ts'
import type { ReactsTo } from './reactor.ts'

/** A person who wants no mail wants none at the new address of their account either. */
export function mailSuppressionsReactor({
  moveSuppression,
}: {
  /** From commands/mail-consents/mail-suppressions.ts. */
  moveSuppression(move: { previousSubject: string; subject: string }, context: CommandContext): Promise<void>
}): ReactsTo<Extract<UserEvent, { type: 'UserEmailChanged' }>> {
  return {
    name: 'mail-suppressions',
    on: {
      UserEmailChanged: (event) =>
        moveSuppression(event.data, systemContext({ commandId: `move refusal ${event.id}`, cause: event })),
    },
  }
}
