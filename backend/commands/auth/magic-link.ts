import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendMagicLink, verifyMagicLink, verifyMagicLinkCode } from '../../../contract/auth.ts'
import { accountBudgets, addressBudgets, inboxBudgets } from '../../../contract/request-budgets.ts'
import { userStream, users } from '../../domain/accounts/users.ts'
import type { Account } from '../../identity/accounts.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import { commandContext } from '../../kernel/http/command-context.ts'
import { HttpProblem } from '../../kernel/http/problem.ts'
import { route } from '../../kernel/http/route.ts'
import { registerAccount } from './registration.ts'
import { requireOpen, type SignIn } from './sign-in.ts'
import type { AuthTools } from './tools.ts'

const minutes = 15
const signingIn = { policy: 'public', rateLimit: addressBudgets.signIn, keepAnswer: false } as const

/** Both kinds of mailed links expire the same way. */
export const linkExpired = () =>
  new DomainError('forbidden', 'This link has expired or was used before. Please ask for a new one.')

const wrongCode = () => {
  const message = 'This code does not work. Enter the one from the newest email, or open the link in it.'
  return new HttpProblem(400, message, { errors: [{ path: 'code', message }] })
}

/** Answers 503 when the mail could not be sent; nothing has changed then. */
export async function sendOrReport(sending: Promise<void>, request: FastifyRequest): Promise<void> {
  try {
    await sending
  } catch (error) {
    // Not the error's message: mail servers quote addresses in it.
    const { name, code } = error instanceof Error ? { name: error.name, code: Reflect.get(error, 'code') } : {}
    request.log.error({ name, code }, 'A link could not be mailed.')
    throw new HttpProblem(503, 'We could not send the email right now. Please try again later.', {
      headers: { 'retry-after': '60' },
    })
  }
}

/**
 * Sign-in with an emailed link, or with the code beside it on the page that requested the email. Every address causes
 * the same work, so that neither the answer nor its timing reveals which ones have an account; only opening the link
 * differs.
 */
export function magicLinkCommands(app: FastifyInstance, tools: AuthTools, signInFlow: SignIn): void {
  const { accounts, subjects, tokens, accountMail, reportFailedSignIn } = tools

  route(app, sendMagicLink, { policy: 'public', rateLimit: addressBudgets.signIn }, async ({ body, request }) => {
    const { email, next } = body
    await app.rateLimits.takeForInbox(inboxBudgets.magicLink, email, request.ip)
    const emailHash = subjects.emailHash(email)
    const options = { seconds: minutes * 60, emailHash, email }
    const token = await tokens.issue('magic-link', options)
    const { token: codeToken, code } = await tokens.issueWithCode('magic-link-code', options)
    const known = await accounts.byEmailHash(emailHash)
    const removesPassword = known !== null && !known.isEmailVerified && known.passwordHash !== null
    await sendOrReport(accountMail.magicLink(email, { token, code, next, minutes, removesPassword }), request)
    return { message: 'Please check your email for the login link.', codeToken }
  })

  route(app, verifyMagicLink, signingIn, async ({ body, request, reply }) => {
    const link = await tokens.read(body.token, 'magic-link')
    if (!link?.email || link.isUsed || !(await tokens.take(link.idHash))) throw linkExpired()
    return signInAs(link.email, request, reply)
  })

  route(app, verifyMagicLinkCode, signingIn, async ({ body, request, reply }) => {
    const asked = await tokens.read(body.codeToken, 'magic-link-code')
    if (!asked?.email || asked.isUsed) throw wrongCode()
    await app.rateLimits.take(accountBudgets.magicLinkCode, asked.email, request.ip)
    const code = body.code.replaceAll(/\D/g, '')
    const right = await tokens.readWithCode(body.codeToken, 'magic-link-code', code)
    if (right === null) {
      const known = await accounts.byEmailHash(subjects.emailHash(asked.email))
      await reportFailedSignIn(request, { userId: known?.userId ?? null, account: asked.email.toLowerCase() })
      throw wrongCode()
    }
    if (!(await tokens.take(right.idHash))) throw wrongCode()
    return signInAs(asked.email, request, reply)
  })

  async function signInAs(email: string, request: FastifyRequest, reply: FastifyReply) {
    const { account: found, names } = await ownerOf(email, request)
    requireOpen(found)
    const isSamePerson = request.person?.id === found.userId
    const { isPasswordRemoved } = await proveEmail(tools, found, { isSamePerson }, request)
    // Read again, because a second factor that a stranger turned on is now removed.
    const account = await accounts.byId(found.userId)
    if (!account) throw linkExpired()
    const more = await signInFlow.begin(account, 'magic-link', request, reply)
    if (more) return more
    return { user: await signInFlow.currentUser(account, names), isPasswordRemoved }
  }

  /** The account of an address that was just verified; a new one, still without a name, if there is none. */
  async function ownerOf(email: string, request: FastifyRequest) {
    const known = await accounts.byEmailHash(subjects.emailHash(email))
    if (known?.isRegistered) return { account: known, names: undefined }
    const nameless = { email, password: null, firstName: '', lastName: '', from: await tools.originOf(request) }
    const registered = await registerAccount(tools, nameless, commandContext(request))
    if (registered.outcome === 'registered') {
      await tools.waitForProjection(registered.position, request)
      return { account: registered.account, names: { firstName: null, lastName: null } }
    }
    throw new DomainError('conflict', 'Someone is registering this address right now. Please ask for a new link.')
  }
}

/**
 * The row comes first: it immediately removes everything that others may have set up under an address that was not
 * theirs. The event then updates the read model; after a crash in between, the next verification appends it.
 */
export async function proveEmail(
  {
    accounts,
    passkeys,
    handle,
    waitForProjection,
  }: Pick<AuthTools, 'accounts' | 'passkeys' | 'handle' | 'waitForProjection'>,
  { userId }: Pick<Account, 'userId'>,
  options: { isSamePerson: boolean },
  request: FastifyRequest,
): Promise<{ isPasswordRemoved: boolean }> {
  const outcome = await accounts.proveEmail(userId, options)
  const verify = { type: 'VerifyUserEmail', data: { userId } } as const
  const asked = commandContext(request)
  const { position } = await handle(users, userStream(userId), verify, asked)
  // A stranger’s factors were removed with the row.
  if ((await passkeys.of(userId)).length === 0)
    await handle(
      users,
      userStream(userId),
      { type: 'RemovePasskeys', data: { userId } },
      { ...asked, commandId: `${asked.commandId} passkeys` },
    )
  await waitForProjection(position, request)
  return outcome
}
