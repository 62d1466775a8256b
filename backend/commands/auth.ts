import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { becomeFirstAdmin, type CurrentUser, login, logout, readAuthStatus, register } from '../../contract/auth.ts'
import { DomainError } from '../domain/decider.ts'
import { HttpProblem } from '../http/problem.ts'
import { route } from '../http/route.ts'
import type { Account } from '../identity/accounts.ts'
import { QueueFull } from '../identity/gate.ts'
import { passwordProblem } from '../identity/password-rules.ts'
import type { Sessions } from '../identity/sessions.ts'
import { type SetupTools, setUpAdmin } from './auth-first-admin.ts'
import { registerAccount, registrationContext } from './auth-registration.ts'
import type { CommandTools } from './command.ts'

export type AuthTools = SetupTools &
  Pick<CommandTools, 'caughtUp'> & {
    sessions: Sessions
    /** The person as the read model shows them; null while the projector has not got there. */
    userRow(id: number): Promise<CurrentUser | null>
    /** Somebody tried to register the address of this account: tells its owner, without waiting. */
    tellOwner(email: string): void
  }

// The cookie of a sign-in must not be handed out again by a repeat under the same Idempotency-Key.
const signingIn = { policy: 'public', rateLimit: 'sign-in', keepAnswer: false } as const

const wrongCredentials = () => new HttpProblem(401, 'Invalid email or password.')
const taken = 'An account with this email already exists. Try signing in or use a magic link.'

export function authCommands(app: FastifyInstance, tools: AuthTools): void {
  const { accounts, passwords, sessions } = tools

  /** The account, when the password is its own; the same answer after the same work for an unknown address. */
  async function verified(account: Account | null, password: string): Promise<Account> {
    const living = account?.isRegistered ? account : null
    const isRight = await orBusy(passwords.verify(password, living?.passwordHash ?? null))
    if (!living || !isRight) throw wrongCredentials()
    if (living.isBanned) throw new DomainError('forbidden', 'This account is banned. Contact us if that is a mistake.')
    if (!living.isActive)
      throw new DomainError('forbidden', 'This account is deactivated. Contact us if you want to use it again.')
    if (living.passwordHash !== null && passwords.isOutdated(living.passwordHash))
      await accounts.setPasswordHash(living.userId, await orBusy(passwords.hash(password)))
    return living
  }

  async function signIn(account: Account, request: FastifyRequest, reply: FastifyReply, names?: Names) {
    await sessions.start(account, request, reply)
    return { user: await currentUser(account, names) }
  }

  /** Rights from app.accounts, everything else from the read model, or from the event that is not shown there yet. */
  async function currentUser(account: Account, names?: Names): Promise<CurrentUser> {
    const row = names ? null : await tools.userRow(account.userId)
    const { userId: id, email, isAdmin, isActive, isBanned, isEmailVerified, createdAt } = account
    return { ...(row ?? nobody), ...names, id, email, isAdmin, isActive, isBanned, isEmailVerified, createdAt }
  }

  route(app, register, signingIn, async ({ body, request, reply }) => {
    await checkPassword(body.password, 'user')
    await app.rateLimits.take('sign-in', body.email, request.ip)
    const registered = await orBusy(registerAccount(tools, body, registrationContext(tools, request, body)))
    if (registered.outcome === 'taken') {
      const { account } = registered
      if (account && (await accounts.takeNotice(account.userId))) tools.tellOwner(account.email)
      throw new DomainError('conflict', taken)
    }
    const { account, event, position } = registered
    await tools.caughtUp(position, request)
    return signIn(account, request, reply, { firstName: event.data.firstName, lastName: event.data.lastName })
  })

  route(app, login, signingIn, async ({ body, request, reply }) => {
    await app.rateLimits.take('sign-in', body.email, request.ip)
    const account = await accounts.byEmailHash(tools.subjects.emailHash(body.email))
    return signIn(await verified(account, body.password), request, reply)
  })

  route(app, logout, { policy: 'public', keepAnswer: false }, async ({ request, reply }) => {
    await sessions.end(request, reply)
    return { message: 'You have been signed out of your account.' }
  })

  route(app, readAuthStatus, { policy: 'public' }, async ({ request, reply }) => {
    reply.header('cache-control', 'no-store')
    const account = request.person && (await accounts.byId(request.person.id))
    if (!account) sessions.forgetHint(request, reply)
    return { user: account ? await currentUser(account) : null, isAuthenticated: account !== null }
  })

  route(app, becomeFirstAdmin, signingIn, async ({ body, request, reply }) => {
    await checkPassword(body.password, 'admin')
    await app.rateLimits.take('sign-in', body.email, request.ip)
    const { account, names, position } = await orBusy(setUpAdmin(tools, body, request, verified))
    await tools.caughtUp(position, request)
    return signIn(account, request, reply, names)
  })
}

type Names = Pick<CurrentUser, 'firstName' | 'lastName'>

const nobody = {
  firstName: null,
  lastName: null,
  phone: null,
  address: null,
  city: null,
  state: null,
  zipCode: null,
  profileImageUrl: null,
}

async function checkPassword(password: string, role: 'user' | 'admin'): Promise<void> {
  const message = await passwordProblem(password, role)
  if (message !== null) throw new HttpProblem(400, message, { errors: [{ path: 'password', message }] })
}

/** 503 when too many passwords wait to be checked already. */
async function orBusy<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error
    throw new HttpProblem(503, error.message, { headers: { 'retry-after': String(error.retryAfter) } })
  }
}
