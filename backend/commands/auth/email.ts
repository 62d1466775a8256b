import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requestEmailChange, verifyEmailChange } from '../../../contract/auth-email.ts'
import { addressBudgets, inboxBudgets } from '../../../contract/request-budgets.ts'
import { userStream, users } from '../../domain/accounts/users.ts'
import type { Account } from '../../identity/accounts.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import { commandContext } from '../../kernel/http/command-context.ts'
import { route } from '../../kernel/http/route.ts'
import { giveBackAddress, leaveAddress, reserveAddress } from './addresses.ts'
import { linkExpired, sendOrReport } from './magic-link.ts'
import { proofNeeded } from './password.ts'
import { applyAccount } from './rights.ts'
import { requireSecondStep, type SignIn } from './sign-in.ts'
import type { AuthTools } from './tools.ts'

const minutes = 60

/**
 * Changes the address of an account: requested here, then confirmed with a link in the new inbox by the same signed-in
 * person, so that a person’s address cannot end up in a stranger’s account.
 */
export function emailCommands(app: FastifyInstance, tools: AuthTools, signInFlow: SignIn): void {
  const { accounts, subjects, tokens, sessions, accountMail } = tools

  route(app, requestEmailChange, { policy: 'user', rateLimit: addressBudgets.signIn }, async ({ body, request }) => {
    const account = await signInFlow.accountOf(request)
    requireSecondStep(account, request)
    const isProven = await signInFlow.isProven(account, request, { password: body.currentPassword })
    if (!isProven) throw proofNeeded(account.passwordHash)
    await sendConfirmation(tools, account, body.email, request)
    return { message: `We sent a link to ${body.email}. Open it to confirm the new address.` }
  })

  route(app, verifyEmailChange, { policy: 'user', keepAnswer: false }, async ({ body, request, reply }) => {
    const account = await signInFlow.accountOf(request)
    const link = await tokens.read(body.token, 'email-change')
    if (!link?.email || link.isUsed || link.userId !== account.userId) throw linkExpired()
    const { idHash, email } = link
    const isMoved = await tokens.takeFor({ idHash, userId: account.userId }, () =>
      moveAccount(tools, account, email, request),
    )
    if (!isMoved) throw linkExpired()
    await sessions.endAllOf(account.userId, { reason: 'email-changed' })
    const moved = await signInFlow.accountOf(request)
    await sessions.start(moved, 'magic-link', request, reply)
    accountMail.emailChanged(account.email, moved.email, { wasProven: account.isEmailVerified })
    return { user: await signInFlow.currentUser(moved) }
  })

  /** The subject moves with the address (docs/decisions/0021-sign-in.md); a retry completes what a crash left out. */
  async function moveAccount(
    { handle, waitForProjection }: AuthTools,
    account: Account,
    email: string,
    request: FastifyRequest,
  ): Promise<void> {
    const { userId, subject: previousSubject } = account
    const holder = await accounts.byEmailHash(subjects.emailHash(email))
    if (holder?.userId === userId) return
    const asked = commandContext(request)
    const subject = await reserveAddress(tools, userId, email, asked)
    const change = { type: 'ChangeUserEmail', data: { userId, subject, email, previousSubject } } as const
    const { position } = await handle(users, userStream(userId), change, asked).catch(async (error: unknown) => {
      // The change was rejected, so the address has no account. After any other failure the event may be in the log.
      if (error instanceof DomainError) await giveBackAddress(tools, userId, email, asked)
      throw error
    })
    const state = await applyAccount(tools, userId)
    if (state) await leaveAddress(tools, userId, state, previousSubject)
    await waitForProjection(position, request)
  }
}

/** The answer is the same whether or not the new address has an account; only its owner is told. */
async function sendConfirmation(
  { accounts, subjects, tokens, accountMail }: AuthTools,
  { userId, email: present }: Account,
  email: string,
  request: FastifyRequest,
): Promise<void> {
  const emailHash = subjects.emailHash(email)
  if (emailHash === subjects.emailHash(present)) throw new DomainError('conflict', 'This is already your address.')
  await request.server.rateLimits.takeForInbox(inboxBudgets.magicLink, email, request.ip)
  await tokens.withdraw(userId, 'email-change')
  const token = await tokens.issue('email-change', { seconds: minutes * 60, emailHash, email, userId })
  const holder = await accounts.byEmailHash(emailHash)
  if (holder?.isRegistered) {
    if (await accounts.shouldNotify(holder.userId)) accountMail.accountExists(holder.email)
  } else await sendOrReport(accountMail.confirmEmail(email, { token, minutes }), request)
  accountMail.emailChangeAsked(present, email)
}

/** For the profile form: false when the person must confirm their identity first. */
export const emailChangeRequests =
  (tools: AuthTools, signInFlow: SignIn) =>
  async (email: string, request: FastifyRequest): Promise<boolean> => {
    const account = await signInFlow.accountOf(request)
    if (!(await signInFlow.isProven(account, request))) return false
    await sendConfirmation(tools, account, email, request)
    return true
  }
