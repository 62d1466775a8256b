import type { FastifyRequest } from 'fastify'
import { DomainError } from '../../domain/decider.ts'
import { userStream, users } from '../../domain/users.ts'
import type { CommandContext } from '../../eventlog/command-context.ts'
import type { Position } from '../../eventlog/event-log.ts'
import type { Account } from '../../identity/accounts.ts'
import { readSetupToken } from '../../identity/setup-links.ts'
import { requireStandingInvitation } from './admin-invitations.ts'
import { type Registration, registerAccount, registrationContext } from './registration.ts'
import { grantAdmin } from './rights.ts'
import type { SetupTools } from './tools.ts'

const noLongerValid =
  'This setup link is no longer valid. Ask an admin for a new invitation, or run "npm run admin" on the server.'

/**
 * Creates an admin account from a setup link. The link is bound to the account before the right is granted and used up
 * afterwards, so that a retry works after a crash, and two people with the same link never both become admins.
 */
export async function setUpAdmin(
  tools: SetupTools,
  { token, ...registration }: Registration & { password: string; token: string },
  request: FastifyRequest,
  signInAgain: SignInAgain,
): Promise<{ account: Account; names: Names | undefined; position: Position | null }> {
  const { accounts, subjects, tokens } = tools
  const link = await readSetupToken(tokens, token)
  if (!link) throw new DomainError('forbidden', noLongerValid)
  const emailHash = subjects.emailHash(registration.email)
  const known = await accounts.byEmailHash(emailHash)
  const isReplay = known !== null && link.userId === known.userId
  if (!isReplay && (link.isUsed || link.userId !== null)) throw new DomainError('forbidden', noLongerValid)
  if (!isReplay && link.purpose === 'first-admin' && (await accounts.hasActiveAdmin()))
    throw new DomainError('conflict', 'This site already has an admin. Sign in, or ask an admin to give you access.')
  if (link.emailHash !== null && link.emailHash !== emailHash)
    throw new DomainError('forbidden', 'This setup link is for another email address.')
  if (!isReplay && link.purpose === 'admin-invitation') await requireStandingInvitation(tools, emailHash)

  const context = registrationContext(request, registration)
  const { account, names } = known?.isRegistered
    ? { account: await existingAccount(tools, known, link, registration.password, signInAgain), names: undefined }
    : await newAccount(tools, registration, context)
  if (!link.isUsed && !(await tokens.bind(link.idHash, account.userId)))
    throw new DomainError('forbidden', noLongerValid)

  // Having the link proves access to the server: the system grants the right, not the visitor. The creator of the link
  // vouches for the address.
  const system: CommandContext = { ...context, actor: { kind: 'system' }, ip: undefined }
  const vouch = { type: 'VerifyUserEmail', data: { userId: account.userId } } as const
  await tools.handle(users, userStream(account.userId), vouch, system)
  const granted = await grantAdmin(tools, account.userId, system)
  if (link.isUsed && !granted.isReplay) throw new DomainError('forbidden', noLongerValid)
  await tokens.use(link.idHash)
  return { account: { ...account, isAdmin: true, isEmailVerified: true }, names, position: granted.position }
}

type SignInAgain = (account: Account | null, password: string) => Promise<Account>
type Names = { firstName: string; lastName: string }

/**
 * A person who registered an invited address without proving it may be a stranger: everything they set up is removed,
 * and the account goes to the invited person. A proven account stays with the person who knows its password.
 */
async function existingAccount(
  { accounts, passwords, secondFactors, tokens }: SetupTools,
  known: Account,
  link: { emailHash: string | null },
  password: string,
  signInAgain: SignInAgain,
): Promise<Account> {
  const { userId, isEmailVerified, passwordHash } = known
  if (link.emailHash === null || (isEmailVerified && passwordHash !== null)) return signInAgain(known, password)
  const newHash = await passwords.hash(password)
  if (!isEmailVerified) {
    await secondFactors.reset(userId, { reason: 'rights-changed' })
    await tokens.withdraw(userId, 'email-change')
    await accounts.proveEmail(userId, { isSamePerson: false })
  }
  await accounts.setPasswordHash(userId, newHash)
  const account = await accounts.byId(userId)
  if (!account) throw new DomainError('conflict', 'This account was just deleted. Please try again.')
  return account
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
