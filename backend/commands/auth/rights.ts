import type { RoleGrant } from '../../../records/staff-rights.ts'
import type { GivenRole } from '../../../records/staff-sets.ts'
import { setsInForce } from '../../domain/accounts/staff-sets.ts'
import type { Asked } from '../../domain/accounts/user-rights.ts'
import {
  type AccountState,
  accountState,
  type UserCommand,
  type UserEvent,
  userStream,
  users,
} from '../../domain/accounts/users.ts'
import type { CommandContext } from '../../kernel/eventlog/command-context.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import { isOpen } from '../../kernel/eventlog/encryption/subject-keys.ts'
import type { Position } from '../../kernel/eventlog/event-log.ts'
import type { Handled } from '../../kernel/eventlog/handle.ts'
import { setsOf } from './staff-sets.ts'
import type { RightsTools } from './tools.ts'

/** The state of an account in the log; null for an unknown one. */
export const stateOf = async (
  { log, decode }: Pick<RightsTools, 'log' | 'decode'>,
  userId: number,
): Promise<AccountState | null> => accountState(await decode<UserEvent>(await log.readStream(userStream(userId))))

/**
 * Updates the row in app.accounts from the log, which ends the sessions of people who lost or got rights. Every command
 * does so right after its append, and a reactor repeats it in case of a crash in between. Idempotent; an old event
 * never undoes a newer one.
 */
export async function applyAccount(tools: RightsTools, userId: number): Promise<AccountState | null> {
  const { accounts, subjects } = tools
  const state = await stateOf(tools, userId)
  if (!state) return null
  const { rights, email, move } = state
  // Unreadable fields have redacted values, which are not addresses.
  if (move && isOpen((await subjects.read([move.subject])).get(move.subject))) {
    const { email: address, subject, isVerified = true, revision } = move
    const emailHash = subjects.emailHash(address)
    await accounts.changeEmail({ userId, subject, email: address, emailHash, isVerified, revision })
  }
  // Proving the address already removed what a stranger may have set up.
  if (email.isProven) await accounts.proveEmail(userId, { isSamePerson: true })
  else await accounts.unproveEmail(userId, email.revision)
  await accounts.setRights(userId, rights.revision, rights)
  return state
}

/**
 * Runs one decision about rights at a time, in all processes, and passes it the facts that the rules need. `by`: the
 * admin who asks, null for the system. Throws DomainError 'forbidden' when they were demoted a moment ago.
 */
export async function decideAboutRights<Result>(
  tools: RightsTools,
  { by, now }: Pick<Asked, 'by' | 'now'>,
  work: (asked: Asked) => Promise<Result>,
): Promise<Result> {
  const { accounts } = tools
  return accounts.oneRightsDecision(async () => {
    // A process may have died between the event and its row, so that an admin in the table is not one in the log.
    for (const { userId } of await accounts.admins()) await applyAccount(tools, userId)
    const active = (await accounts.admins()).filter(({ isActive, isBanned }) => isActive && !isBanned)
    if (by !== null && !active.some(({ userId }) => userId === by))
      throw new DomainError('forbidden', 'Only administrators can do this.')
    return work({ by, activeAdmins: active.length, now, sets: setsInForce(await setsOf(tools)) })
  })
}

/** Decides one command about the rights of a person and applies the result. `by`: null for the system. Throws DomainError. */
export async function decideAboutUser(
  tools: RightsTools,
  userId: number,
  by: number | null,
  command: (asked: Asked) => UserCommand,
  context: CommandContext,
): Promise<Handled<UserEvent>> {
  return decideAboutRights(tools, { by, now: context.at }, async (asked) => {
    const handled = await tools.handle(users, userStream(userId), command(asked), context)
    // Also runs when there was nothing to do: an earlier attempt may have died before this.
    await applyAccount(tools, userId)
    return handled
  })
}

type Granted = { isReplay: boolean; position: Position | null }

/** In the name of the system, for the command line. Throws DomainError. */
export async function grantAdmin(tools: RightsTools, userId: number, context: CommandContext): Promise<Granted> {
  return decideAboutRights(tools, { by: null, now: context.at }, (asked) => grantRight(tools, userId, asked, context))
}

/** Within a decision about rights. `role`: null to make the person an admin. Throws DomainError. */
export async function grantRight(
  tools: RightsTools,
  userId: number,
  asked: Asked,
  context: CommandContext,
  role: RoleGrant<GivenRole> | null = null,
): Promise<Granted> {
  const command =
    role === null
      ? ({ type: 'GrantAdmin', data: { userId, asked } } as const)
      : ({ type: 'GrantRole', data: { userId, ...role, reason: null, asked } } as const)
  const { isReplay, position } = await tools.handle(users, userStream(userId), command, context)
  await applyAccount(tools, userId)
  return { isReplay, position }
}
