import type { HeldFor, RoleGrant } from '../../../records/staff-rights.ts'
import { type GivenRole, isGivenRole, type StaffSet } from '../../../records/staff-sets.ts'
import {
  type AdminInvitationEvent,
  adminInvitationStream,
  adminInvitations,
  type OpenedLink,
} from '../../domain/accounts/admin-invitations.ts'
import { type UserEvent, userStream } from '../../domain/accounts/users.ts'
import type { Account } from '../../identity/accounts.ts'
import type { CommandContext } from '../../kernel/eventlog/command-context.ts'
import { stateAfter } from '../../kernel/eventlog/decider.ts'
import type { Position } from '../../kernel/eventlog/event-log.ts'
import type { Recorded } from '../../kernel/eventlog/metadata.ts'
import type { SetupTools } from './tools.ts'

type Opening = OpenedLink & {
  invitation: string | null
  email: string
  known: Account | null
  sets: readonly StaffSet[] | undefined
}
type Sent = Recorded<AdminInvitationEvent> | undefined

/** `offer`: null to become an admin. `isGiven`: the person got the role since it was sent. */
export type Standing = {
  offer: RoleGrant<GivenRole> | null
  isGiven: boolean
  accept(): Promise<{ isReplay: boolean; position: Position | null }>
}

/**
 * Decides whether an invitation gives this person what it offers, and returns what records it. Called under the lock of
 * rights: until the right is granted, no admin can withdraw the invitation or lose theirs. Throws DomainError.
 */
export async function openInvitation(
  tools: SetupTools,
  { known, ...link }: Opening,
  context: CommandContext,
): Promise<Standing> {
  const { log, decode, subjects, handle } = tools
  const { email, invitation } = link
  const stream = adminInvitationStream(subjects.emailHash(email))
  const history = await decode<AdminInvitationEvent>(await log.readStream(stream))
  const sent = history.findLast(
    (event) =>
      (event.type === 'AdminInvited' || event.type === 'StaffInvited') &&
      (event.data.invitation ?? null) === invitation,
  )
  const offer = offerOf(sent)
  const ofPerson = known === null ? [] : await eventsSince(tools, known.userId, sent)
  const given = offer === null ? undefined : ofPerson.findLast((event) => isGrantOf(event, offer))
  const isGiven = given !== undefined
  const command = {
    type: 'AcceptAdminInvitation',
    data: {
      ...link,
      subject: await (sent || invitation !== null ? subjects.find(email) : subjects.forEmail(email)),
      inviter: await inviterOf(tools, sent),
      isDemoted: ofPerson.some(
        ({ type }) => type === 'AdminRevoked' || (offer !== null && type === 'StaffRoleRevoked'),
      ),
      isGiven,
    },
  } as const
  adminInvitations.decide(command, stateAfter(adminInvitations, history))
  async function accept() {
    const { isReplay, position } = await handle(adminInvitations, stream, command, context)
    // A retry waits until the lists show the role, which was recorded after the acceptance.
    return { isReplay, position: given?.position ?? position }
  }
  return { offer, isGiven, accept }
}

/** Rights that were given back do not bring back what was sent before: the account may have been taken over then. */
async function inviterOf(tools: SetupTools, sent: Sent): Promise<'admin' | 'lost' | null> {
  const actor = sent?.metadata.actor
  if (actor?.kind !== 'admin') return null
  const inviter = await tools.accounts.byId(actor.id)
  const isAdmin = inviter?.isAdmin && inviter.isActive && !inviter.isBanned
  const since = await eventsSince(tools, actor.id, sent)
  return isAdmin && !since.some(({ type }) => type === 'AdminRevoked') ? 'admin' : 'lost'
}

/** The role of the log, if this release knows it; the rules have refused any other. */
function offerOf(sent: Sent): Standing['offer'] {
  if (sent?.type !== 'StaffInvited') return null
  const { role, eventId, until } = sent.data
  return isGivenRole(role) ? { role, eventId, until } : null
}

const isGrantOf = ({ type, data }: UserEvent, { role, eventId }: HeldFor) =>
  type === 'StaffRoleGranted' && data.role === role && data.eventId === eventId

async function eventsSince({ log, decode }: SetupTools, userId: number, sent: Sent): Promise<Recorded<UserEvent>[]> {
  const events = await log.readStream(userStream(userId))
  return decode<UserEvent>(events.filter(({ position }) => !sent || log.compare(position, sent.position) > 0))
}
