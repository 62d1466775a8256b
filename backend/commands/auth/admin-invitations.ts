import type { FastifyInstance } from 'fastify'
import { invitationHours, inviteAdmin, withdrawInvitation } from '../../../contract/admin-invitations.ts'
import {
  type AdminInvitationCommand,
  type AdminInvitationEvent,
  adminInvitationStream,
  adminInvitations,
  type Invitee,
} from '../../domain/admin-invitations.ts'
import { DomainError } from '../../domain/decider.ts'
import type { CommandContext } from '../../eventlog/command-context.ts'
import type { SubjectKeys } from '../../eventlog/encryption/subject-keys.ts'
import type { Position } from '../../eventlog/event-log.ts'
import { commandContext } from '../../http/command-context.ts'
import { provenAdmin, route } from '../../http/route.ts'
import type { Account } from '../../identity/accounts.ts'
import type { Identity } from '../../identity/index.ts'
import { createAdminInvitation } from '../../identity/setup-links.ts'
import { sendOrReport } from './magic-link.ts'
import { decideAboutRights } from './rights.ts'
import type { ProviderTools, RightsTools } from './tools.ts'

export type InvitationTools = RightsTools &
  Pick<Identity, 'tokens'> & { subjects: Pick<SubjectKeys, 'emailHash' | 'forEmail' | 'read'> }

function inviteeIn(account: Account | null): Invitee {
  if (!account?.isRegistered) return 'without account'
  if (account.isBanned) return 'banned'
  if (!account.isActive) return 'deactivated'
  if (account.isAdmin) return 'admin'
  return account.isEmailVerified ? 'proven' : 'unproven'
}

/** Decides about the invitations to an address. Throws DomainError. */
async function decide(
  tools: InvitationTools,
  type: AdminInvitationCommand['type'],
  email: string,
  context: CommandContext,
): Promise<{ emailHash: string; position: Position | null }> {
  const { accounts, subjects, handle } = tools
  const emailHash = subjects.emailHash(email)
  const by = context.actor.kind === 'admin' ? context.actor.id : null
  return decideAboutRights(tools, { by, now: context.at }, async () => {
    const invitee = inviteeIn(await accounts.byEmailHash(emailHash))
    const data = { subject: await subjects.forEmail(email), email, invitee }
    const { position } = await handle(adminInvitations, adminInvitationStream(emailHash), { type, data }, context)
    return { emailHash, position }
  })
}

/** Records the invitation and makes its link, which the caller passes on to that person only. Throws DomainError. */
export async function invite(
  tools: InvitationTools,
  email: string,
  { publicUrl, context }: { publicUrl: string; context: CommandContext },
): Promise<{ token: string; link: string; position: Position | null }> {
  const { emailHash, position } = await decide(tools, 'InviteAdmin', email, context)
  return { ...(await createAdminInvitation({ ...tools, publicUrl }, emailHash)), position }
}

/** Rejects what was withdrawn, or sent by an admin who lost their rights: a taken-over account leaves no way in. */
export async function requireStandingInvitation(
  { accounts, log, decode }: Pick<RightsTools, 'accounts' | 'log' | 'decode'>,
  emailHash: string,
): Promise<void> {
  const invitations = await decode<AdminInvitationEvent>(await log.readStream(adminInvitationStream(emailHash)))
  const last = invitations.at(-1)
  if (last?.type === 'AdminInvitationWithdrawn')
    throw new DomainError('forbidden', 'This invitation was withdrawn. Please ask for a new one.')
  const actor = last?.metadata.actor
  if (actor?.kind !== 'admin') return
  const inviter = await accounts.byId(actor.id)
  if (!inviter?.isAdmin || !inviter.isActive || inviter.isBanned)
    throw new DomainError('forbidden', 'The admin who invited you is no longer one. Please ask for a new invitation.')
}

export function adminInvitationCommands(app: FastifyInstance, tools: ProviderTools): void {
  const { accountMail, publicUrl, waitForProjection } = tools

  route(app, inviteAdmin, provenAdmin, async ({ body: { email }, request }) => {
    await app.rateLimits.take('magic-link', email, request.ip)
    const context = commandContext(request)
    const { token, position } = await invite(tools, email, { publicUrl: publicUrl(), context })
    await sendOrReport(accountMail.adminInvitation(email, { token, hours: invitationHours }), request)
    await waitForProjection(position, request)
    return { expiresAt: new Date(Date.parse(context.at) + invitationHours * 3_600_000).toISOString() }
  })

  route(app, withdrawInvitation, { policy: 'admin' }, async ({ body: { email }, request }) => {
    const { position } = await decide(tools, 'WithdrawAdminInvitation', email, commandContext(request))
    await waitForProjection(position, request)
  })
}
