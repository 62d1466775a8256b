import {
  type AdminInvitationEvent,
  adminInvitationStream,
  adminInvitations,
  type OpenedLink,
} from '../../domain/accounts/admin-invitations.ts'
import { userStream } from '../../domain/accounts/users.ts'
import type { Account } from '../../identity/accounts.ts'
import type { CommandContext } from '../../kernel/eventlog/command-context.ts'
import { stateAfter } from '../../kernel/eventlog/decider.ts'
import type { Recorded } from '../../kernel/eventlog/metadata.ts'
import type { SetupTools } from './tools.ts'

type Opening = OpenedLink & { invitation: string | null; email: string; known: Account | null }
type Sent = Recorded<AdminInvitationEvent> | undefined

/**
 * Decides whether an invitation makes this person an admin, and returns what records it. Called under the lock of
 * rights: until the right is granted, no admin can withdraw the invitation or lose theirs. Throws DomainError.
 */
export async function openInvitation(
  tools: SetupTools,
  { known, ...link }: Opening,
  context: CommandContext,
): Promise<{ accept(): Promise<unknown> }> {
  const { log, decode, subjects, handle } = tools
  const { email, invitation } = link
  const stream = adminInvitationStream(subjects.emailHash(email))
  const history = await decode<AdminInvitationEvent>(await log.readStream(stream))
  const sent = history.findLast(
    (event) => event.type === 'AdminInvited' && (event.data.invitation ?? null) === invitation,
  )
  const command = {
    type: 'AcceptAdminInvitation',
    data: {
      ...link,
      subject: await (sent || invitation !== null ? subjects.find(email) : subjects.forEmail(email)),
      inviter: await inviterOf(tools, sent),
      isDemoted: known !== null && (await isDemotedSince(tools, known.userId, sent)),
    },
  } as const
  adminInvitations.decide(command, stateAfter(adminInvitations, history))
  return { accept: () => handle(adminInvitations, stream, command, context) }
}

/** Rights that were given back do not bring back what was sent before: the account may have been taken over then. */
async function inviterOf(tools: SetupTools, sent: Sent): Promise<'admin' | 'lost' | null> {
  const actor = sent?.metadata.actor
  if (actor?.kind !== 'admin') return null
  const inviter = await tools.accounts.byId(actor.id)
  const isAdmin = inviter?.isAdmin && inviter.isActive && !inviter.isBanned
  return isAdmin && !(await isDemotedSince(tools, actor.id, sent)) ? 'admin' : 'lost'
}

async function isDemotedSince({ log }: Pick<SetupTools, 'log'>, userId: number, sent: Sent): Promise<boolean> {
  const events = await log.readStream(userStream(userId))
  return events.some(
    ({ type, position }) => type === 'AdminRevoked' && (!sent || log.compare(position, sent.position) > 0),
  )
}
