import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendMagicLink, verifyMagicLink } from '../../../contract/auth.ts'
import { DomainError } from '../../domain/decider.ts'
import { userStream, users } from '../../domain/users.ts'
import { commandContext } from '../../http/command-context.ts'
import { HttpProblem } from '../../http/problem.ts'
import { route } from '../../http/route.ts'
import type { Account } from '../../identity/accounts.ts'
import { registerAccount } from './registration.ts'
import { requireOpen, type SignIn } from './sign-in.ts'
import type { AuthTools } from './tools.ts'

const minutes = 15

/** Both kinds of mailed links end the same way. */
export const linkExpired = () =>
  new DomainError('forbidden', 'This link has expired or was used before. Please ask for a new one.')

/** A mail that did not leave: nothing was changed. */
export async function handOver(sending: Promise<void>, request: FastifyRequest): Promise<void> {
  try {
    await sending
  } catch (error) {
    // Not its message: mail servers quote addresses there.
    const { name, code } = error instanceof Error ? { name: error.name, code: Reflect.get(error, 'code') } : {}
    request.log.error({ name, code }, 'A link could not be mailed.')
    throw new HttpProblem(503, 'We could not send the mail just now. Please try again later.', {
      headers: { 'retry-after': '60' },
    })
  }
}

/**
 * Sign-in by a link to the inbox. Asking does the same work for every address, so that neither answer nor time says
 * which ones are known; only what is done with the link differs.
 */
export function magicLinkCommands(app: FastifyInstance, tools: AuthTools, signInFlow: SignIn): void {
  const { accounts, subjects, tokens, accountMail } = tools

  route(app, sendMagicLink, { policy: 'public', rateLimit: 'sign-in' }, async ({ body, request }) => {
    const { email, next } = body
    await app.rateLimits.take('magic-link', email, request.ip)
    const emailHash = subjects.emailHash(email)
    const token = await tokens.issue('magic-link', { seconds: minutes * 60, emailHash, email })
    await handOver(accountMail.magicLink(email, { token, next, minutes }), request)
    return { message: 'Please check your email for the login link.' }
  })

  route(
    app,
    verifyMagicLink,
    { policy: 'public', rateLimit: 'sign-in', keepAnswer: false },
    async ({ body, request, reply }) => {
      const link = await tokens.read(body.token, 'magic-link')
      if (!link?.email || link.isUsed || !(await tokens.take(link.idHash))) throw linkExpired()
      const { account, names } = await ownerOf(link.email, request)
      const isSamePerson = request.person?.id === account.userId
      const { isPasswordRemoved } = await proveEmail(tools, account, { isSamePerson }, request)
      requireOpen(account)
      const more = await signInFlow.begin(account, 'magic-link', request, reply)
      if (more) return more
      return { user: await signInFlow.currentUser({ ...account, isEmailVerified: true }, names), isPasswordRemoved }
    },
  )

  /** The account of an address that was just proven; a new one, still without a name, when there is none. */
  async function ownerOf(email: string, request: FastifyRequest) {
    const known = await accounts.byEmailHash(subjects.emailHash(email))
    if (known?.isRegistered) return { account: known, names: undefined }
    const nameless = { email, password: null, firstName: '', lastName: '' }
    const registered = await registerAccount(tools, nameless, commandContext(request))
    if (registered.outcome === 'registered') {
      await tools.waitForProjection(registered.position, request)
      return { account: registered.account, names: { firstName: null, lastName: null } }
    }
    throw new DomainError('conflict', 'This address is being registered at this moment. Please ask for a new link.')
  }
}

/**
 * The row first: it ends what others may have begun under an address that was not theirs, and nobody may wait for that.
 * The event tells the read model; the next proof appends it if a crash came in between.
 */
export async function proveEmail(
  { accounts, handle, waitForProjection }: Pick<AuthTools, 'accounts' | 'handle' | 'waitForProjection'>,
  { userId }: Pick<Account, 'userId'>,
  options: { isSamePerson: boolean },
  request: FastifyRequest,
): Promise<{ isPasswordRemoved: boolean }> {
  const outcome = await accounts.proveEmail(userId, options)
  const verify = { type: 'VerifyUserEmail', data: { userId } } as const
  const { position } = await handle(users, userStream(userId), verify, commandContext(request))
  await waitForProjection(position, request)
  return outcome
}
