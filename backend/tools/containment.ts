import { decideAboutUser } from '../commands/auth/rights.ts'
import type { RightsTools } from '../commands/auth/tools.ts'
import type { Asked, UserRightsCommand } from '../domain/accounts/user-rights.ts'
import { type UserCommand, userStream, users } from '../domain/accounts/users.ts'
import type { Identity } from '../identity/index.ts'
import { commandLineContext } from '../kernel/eventlog/command-context.ts'

export type ContainmentTools = RightsTools &
  Pick<Identity, 'ownSessions' | 'sessions' | 'secondFactors' | 'passkeys'> & {
    now(): Date
    print(line: string): void
  }

type User = { userId: number; email: string; hasSecondFactor: boolean }
type Act = (user: User, tools: ContainmentTools, reason: string | null) => Promise<0 | 1>

/**
 * The actions of the Users tab, for an operator whose console is unreachable or compromised. They apply from the next
 * request on, since rights and sessions are read on each, and appear in the log of actions.
 */
export const containment: Record<string, Act> = {
  demote: byRules(
    (act) => ({ type: 'RevokeAdmin', data: act }),
    (email) => `${email} is no longer an admin, and is signed out everywhere.`,
    (email) => `${email} is not an admin.`,
  ),
  ban: byRules(
    (act, reason) => ({ type: 'BanUser', data: { ...act, reason, until: null } }),
    (email) => `${email} is banned, and signed out everywhere.`,
    (email) => `${email} is banned already.`,
  ),
  unban: byRules(
    (act) => ({ type: 'UnbanUser', data: act }),
    (email) => `${email} is no longer banned.`,
    (email) => `${email} is not banned.`,
  ),
  deactivate: byRules(
    (act) => ({ type: 'DeactivateUser', data: act }),
    (email) => `${email} is deactivated, and signed out everywhere.`,
    (email) => `${email} is deactivated already.`,
  ),
  reactivate: byRules(
    (act) => ({ type: 'ReactivateUser', data: act }),
    (email) => `${email} is active again.`,
    (email) => `${email} is active.`,
  ),

  async 'end-sessions'({ userId, email }, tools) {
    const open = (await tools.ownSessions.list({ id: userId, sessionId: '' })).length
    await record(tools, userId, { type: 'EndUserSessions', data: { userId, open } })
    await tools.sessions.endAllOf(userId, { reason: 'operator' })
    tools.print(open === 0 ? `${email} is signed in nowhere.` : `${email} is signed out everywhere.`)
    return 0
  },

  async 'reset-second-factor'({ userId, email, hasSecondFactor }, tools) {
    if (!hasSecondFactor && (await tools.passkeys.of(userId)).length === 0) {
      tools.print(`${email} has no two-step sign-in and no passkey.`)
      return 1
    }
    await record(tools, userId, { type: 'ResetSecondFactor', data: { userId, by: null } })
    await tools.secondFactors.reset(userId, { reason: 'operator' })
    tools.print(
      `Two-step sign-in is now off for ${email}, and their passkeys are removed: they can sign in without a second step. No email was sent, so please let them know.`,
    )
    return 0
  },
}

/** The event comes first, so that every change has an entry among the actions. */
const record = ({ handle, now }: ContainmentTools, userId: number, command: UserCommand) =>
  handle(users, userStream(userId), command, commandLineContext({ at: now() }))

/** Throws DomainError when the rules forbid it. */
function byRules(
  command: (act: { userId: number; asked: Asked }, reason: string | null) => UserRightsCommand,
  done: (email: string) => string,
  nothingToDo: (email: string) => string,
): Act {
  return async ({ userId, email }, tools, reason) => {
    const context = commandLineContext({ at: tools.now() })
    const { events } = await decideAboutUser(
      tools,
      userId,
      null,
      (asked) => command({ userId, asked }, reason),
      context,
    )
    tools.print(events.length > 0 ? done(email) : nothingToDo(email))
    return 0
  }
}
