import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { invitationHours, inviteAdmin, withdrawInvitation } from '../../../contract/admin-invitations.ts'
import { inboxBudgets } from '../../../contract/request-budgets.ts'
import { endOfRole } from '../../../contract/staff-roles.ts'
import type { RoleGrant } from '../../../records/staff-rights.ts'
import type { GivenRole, StaffSet } from '../../../records/staff-sets.ts'
import {
  type AdminInvitationCommand,
  type AdminInvitationEvent,
  adminInvitationStream,
  adminInvitations,
  type Invitee,
} from '../../domain/accounts/admin-invitations.ts'
import type { Asked } from '../../domain/accounts/user-rights.ts'
import type { Account } from '../../identity/accounts.ts'
import type { Identity } from '../../identity/index.ts'
import { createAdminInvitation } from '../../identity/setup-links.ts'
import type { CommandContext } from '../../kernel/eventlog/command-context.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import type { SubjectKeys } from '../../kernel/eventlog/encryption/subject-keys.ts'
import type { Position } from '../../kernel/eventlog/event-log.ts'
import type { Handled } from '../../kernel/eventlog/handle.ts'
import { commandContext } from '../../kernel/http/command-context.ts'
import { proven, route, staff } from '../../kernel/http/route.ts'
import { campaignEventRow } from '../../read-model/campaign-events.ts'
import { sendOrReport } from './magic-link.ts'
import { decideAboutRights } from './rights.ts'
import type { ProviderTools, RightsTools } from './tools.ts'

export type InvitationTools = RightsTools &
  Pick<Identity, 'tokens'> & { subjects: Pick<SubjectKeys, 'emailHash' | 'find' | 'forEmail' | 'read'> }

export function inviteeIn(account: Account | null): Invitee {
  if (!account?.isRegistered) return 'without account'
  if (account.isBanned) return 'banned'
  if (!account.isActive) return 'deactivated'
  if (account.isAdmin) return 'admin'
  return account.isEmailVerified ? 'proven' : 'unproven'
}

/** `role`: absent to become an admin. */
type Invitation = { email: string; role?: RoleGrant<GivenRole> }

type Asking = { email: string; context: CommandContext }

/**
 * Decides about the invitations to an address, given what is known about its owner. `subjectOf`: null for an address
 * about which there is nothing to decide. Throws DomainError.
 */
async function decide(
  tools: InvitationTools,
  { email, context }: Asking,
  subjectOf: (email: string) => Promise<string | null>,
  commandAbout: (person: { subject: string; email: string; invitee: Invitee }, asked: Asked) => AdminInvitationCommand,
): Promise<Pick<Handled<AdminInvitationEvent>, 'events' | 'position'> & Pick<Asked, 'sets'>> {
  const { accounts, subjects, handle } = tools
  const emailHash = subjects.emailHash(email)
  const by = context.actor.kind === 'admin' ? context.actor.id : null
  return decideAboutRights(tools, { by, now: context.at }, async (asked) => {
    const invitee = inviteeIn(await accounts.byEmailHash(emailHash))
    const subject = await subjectOf(email)
    if (subject === null) return { events: [], position: null }
    const command = commandAbout({ subject, email, invitee }, asked)
    const handled = await handle(adminInvitations, adminInvitationStream(emailHash), command, context)
    return { ...handled, sets: asked.sets }
  })
}

/**
 * Records the invitation and makes its link, which the caller passes on to that person only. `set`: the role, if it is one of
 * the campaign’s own. Throws DomainError.
 */
export async function invite(
  tools: InvitationTools,
  { email, role }: Invitation,
  { publicUrl, context }: { publicUrl: string; context: CommandContext },
): Promise<{ token: string; link: string; position: Position | null; set: StaffSet | null }> {
  const { events, position, sets } = await decide(
    tools,
    { email, context },
    tools.subjects.forEmail,
    (person, { now, sets }) => {
      const sent = { ...person, invitation: randomUUID() }
      return role === undefined
        ? { type: 'InviteAdmin', data: sent }
        : { type: 'InviteStaff', data: { ...sent, ...role, now, sets } }
    },
  )
  // A repeated request gets a link to the invitation that it recorded.
  const sent = events.find((event) => event.type === 'AdminInvited' || event.type === 'StaffInvited')
  const invitation = sent && 'invitation' in sent.data ? sent.data.invitation : undefined
  const made = await createAdminInvitation({ ...tools, publicUrl }, tools.subjects.emailHash(email), invitation)
  return { ...made, position, set: sets?.find(({ key }) => key === role?.role) ?? null }
}

export function adminInvitationCommands(app: FastifyInstance, tools: ProviderTools): void {
  const { accountMail, publicUrl, waitForProjection } = tools

  route(app, inviteAdmin, proven('grants'), async ({ body: { email, role, eventId, lastDay }, request }) => {
    const event = eventId === null ? null : await campaignEventRow(tools.knex, eventId)
    if (eventId !== null && event === null) throw new DomainError('not_found', 'Event not found.')
    await app.rateLimits.takeForInbox(inboxBudgets.magicLink, email, request.ip)
    const context = commandContext(request)
    const invitation = role === 'admin' ? { email } : { email, role: { role, eventId, until: endOfRole(lastDay) } }
    const { token, position, set } = await invite(tools, invitation, { publicUrl: publicUrl(), context })
    const offer = { role, set, eventTitle: event?.title ?? null, lastDay }
    await sendOrReport(accountMail.adminInvitation(email, { token, hours: invitationHours, offer }), request)
    await waitForProjection(position, request)
    return { expiresAt: new Date(Date.parse(context.at) + invitationHours * 3_600_000).toISOString() }
  })

  route(app, withdrawInvitation, staff('grants'), async ({ body: { email }, request }) => {
    const { position } = await decide(
      tools,
      { email, context: commandContext(request) },
      tools.subjects.find,
      (person) => ({
        type: 'WithdrawAdminInvitation',
        data: person,
      }),
    )
    await waitForProjection(position, request)
  })
}
