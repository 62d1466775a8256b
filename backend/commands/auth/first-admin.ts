import type { FastifyRequest } from 'fastify'
import { requireFirstAdmin, setupLinkInvalid } from '../../domain/accounts/admin-invitations.ts'
import type { Asked } from '../../domain/accounts/user-rights.ts'
import { userStream, users } from '../../domain/accounts/users.ts'
import type { Account } from '../../identity/accounts.ts'
import { readSetupToken, type SetupToken } from '../../identity/setup-links.ts'
import type { CommandContext } from '../../kernel/eventlog/command-context.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import type { Position } from '../../kernel/eventlog/event-log.ts'
import { openInvitation, type Standing } from './accepted-invitations.ts'
import { inviteeIn } from './admin-invitations.ts'
import { type Registration, registerAccount, registrationContext } from './registration.ts'
import { applyAccount, decideAboutRights, grantRight } from './rights.ts'
import type { SetupTools } from './tools.ts'

type SignInAgain = (account: Account, password: string) => Promise<Account>
type Names = { firstName: string; lastName: string }
type SetUp = { account: Account; names: Names | undefined; position: Position | null }

/**
 * Creates an admin account from a setup link. All of it happens under the lock of rights: whether the link stands is
 * decided and recorded before anything about the account changes. A retry after a crash decides again, and completes
 * only what the same account began with the same link.
 */
export async function setUpAdmin(
  tools: SetupTools,
  { token, ...said }: Omit<Registration, 'from'> & { password: string; token: string },
  request: FastifyRequest,
  signInAgain: SignInAgain,
): Promise<SetUp> {
  // A forged link does not wait for the lock.
  if (!(await readSetupToken(tools.tokens, token))) throw setupLinkInvalid()
  const context = registrationContext(request, said)
  const registration = { ...said, from: await tools.originOf(request) }
  return decideAboutRights(tools, { by: null, now: context.at }, async (asked) => {
    const link = await readSetupToken(tools.tokens, token)
    if (!link) throw setupLinkInvalid()
    return openLink(tools, link, { registration, context, asked, signInAgain })
  })
}

type Opening = {
  registration: Registration & { password: string }
  context: CommandContext
  asked: Asked
  signInAgain: SignInAgain
}

async function openLink(
  tools: SetupTools,
  link: SetupToken,
  { registration, context, asked, signInAgain }: Opening,
): Promise<SetUp> {
  const { email, password } = registration
  if (link.emailHash !== null && link.emailHash !== tools.subjects.emailHash(email))
    throw new DomainError('forbidden', 'This setup link is for another email address.')
  const known = await upToDateAccount(tools, email)
  const invitation = await requireStanding(tools, link, { known, email, context, asked })

  // Having the link proves access to the server: the system grants the right, not the visitor. The creator of the link
  // vouches for the address.
  const system: CommandContext = { ...context, actor: { kind: 'system' }, ip: undefined }
  const offer = invitation?.offer ?? null
  if (known?.isAdmin || (known && invitation?.isGiven)) {
    // The link gave the account its rights before. Nothing is left to grant, but only a retry gets the answer again.
    const { isReplay, position } = await (invitation?.isGiven
      ? invitation.accept()
      : grantRight(tools, known.userId, asked, system))
    if (link.isUsed && !isReplay) throw setupLinkInvalid()
    const account = await signInAgain(known, password)
    await tools.tokens.use(link.idHash)
    return { account, names: undefined, position }
  }

  const owner = known && hasOwner(known, link) ? await signInAgain(known, password) : null
  await invitation?.accept()
  const { account, names } = await (owner
    ? { account: owner, names: undefined }
    : known?.isRegistered
      ? handOver(tools, known, password)
      : newAccount(tools, registration, context))
  if (!invitation && !(await tools.tokens.bind(link.idHash, account.userId))) throw setupLinkInvalid()
  const vouch = { type: 'VerifyUserEmail', data: { userId: account.userId } } as const
  await tools.handle(users, userStream(account.userId), vouch, system)
  const { position } = await grantRight(tools, account.userId, asked, system, offer)
  await tools.tokens.use(link.idHash)
  const rights = offer === null ? { isAdmin: true } : { roles: [offer] }
  return { account: { ...account, ...rights, isStaff: true, isEmailVerified: true }, names, position }
}

/** After a crash the log may be newer than the row. */
async function upToDateAccount(tools: SetupTools, email: string): Promise<Account | null> {
  const { accounts, subjects } = tools
  const found = await accounts.byEmailHash(subjects.emailHash(email))
  if (found) await applyAccount(tools, found.userId)
  return accounts.byEmailHash(subjects.emailHash(email))
}

/** Throws unless the link stands for this account. Null for the link of the first admin, which has no stream. */
async function requireStanding(
  tools: SetupTools,
  { purpose, invitation, isUsed, userId, expiresAt }: SetupToken,
  { known, email, context, asked }: Pick<Opening, 'context' | 'asked'> & { known: Account | null; email: string },
): Promise<Standing | null> {
  const opened = { invitee: inviteeIn(known), now: context.at, expiresAt }
  const isBound = userId !== null
  if (purpose !== 'first-admin')
    return openInvitation(
      tools,
      { ...opened, invitation, isSpent: isUsed || isBound, email, known, sets: asked.sets },
      context,
    )
  const isOwn = isBound && userId === known?.userId
  requireFirstAdmin({ ...opened, isOwn, isSpent: isUsed || (isBound && !isOwn), hasAdmin: asked.activeAdmins > 0 })
  return null
}

/** True when the account stays with the person who knows its password. An emailed link proves an unproven address. */
const hasOwner = ({ isRegistered, isEmailVerified, passwordHash }: Account, link: SetupToken): boolean =>
  isRegistered && (link.emailHash === null || (isEmailVerified && passwordHash !== null))

/**
 * A person who registered an invited address without proving it may be a stranger: everything they set up is removed,
 * and the account goes to the invited person.
 */
async function handOver(
  { accounts, passwords, secondFactors, tokens }: SetupTools,
  { userId, isEmailVerified }: Account,
  password: string,
): Promise<{ account: Account; names: undefined }> {
  const newHash = await passwords.hash(password)
  if (!isEmailVerified) {
    await secondFactors.reset(userId, { reason: 'rights-changed' })
    await tokens.withdraw(userId, 'email-change')
    await accounts.proveEmail(userId, { isSamePerson: false })
  }
  await accounts.setPasswordHash(userId, newHash)
  const account = await accounts.byId(userId)
  if (!account) throw new DomainError('conflict', 'This account was just deleted. Please try again.')
  return { account, names: undefined }
}

async function newAccount(
  tools: SetupTools,
  registration: Registration,
  context: CommandContext,
): Promise<{ account: Account; names: Names }> {
  const registered = await registerAccount(tools, registration, context)
  if (registered.outcome === 'registered') {
    const { firstName, lastName } = registered.event.data
    return { account: registered.account, names: { firstName, lastName } }
  }
  throw new DomainError('conflict', 'Someone is registering this address right now. Please try again in a minute.')
}
