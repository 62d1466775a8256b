import type { FastifyInstance } from 'fastify'
import { becomeFirstAdmin, login, logout, readAuthStatus, register } from '../../../contract/auth.ts'
import { accountBudgets, addressBudgets } from '../../../contract/request-budgets.ts'
import { everyRight, type StaffRight } from '../../../records/staff-rights.ts'
import { rolesInForce } from '../../domain/accounts/role-grants.ts'
import type { Account } from '../../identity/accounts.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import { type Person, route } from '../../kernel/http/route.ts'
import { campaignEventRow } from '../../read-model/campaign-events.ts'
import { adminInvitationCommands } from './admin-invitations.ts'
import { emailCommands } from './email.ts'
import { setUpAdmin } from './first-admin.ts'
import { magicLinkCommands } from './magic-link.ts'
import { createPasskeyAnswers } from './passkey-answers.ts'
import { passkeySignInCommands } from './passkey-sign-in.ts'
import { passkeyCommands } from './passkeys.ts'
import { passwordCommands } from './password.ts'
import { proofCommands } from './proof.ts'
import { providerCommands } from './providers.ts'
import { registerAccount, registrationContext } from './registration.ts'
import { secondFactorCommands } from './second-factor.ts'
import { sessionCommands } from './sessions.ts'
import { checkPassword, type SignIn } from './sign-in.ts'
import type { ProviderTools } from './tools.ts'
import { userSessionCommands } from './user-sessions.ts'

// A replay under the same Idempotency-Key must not return the session cookie again.
const signingIn = { policy: 'public', rateLimit: addressBudgets.signIn, keepAnswer: false } as const

const taken = 'An account with this email already exists. Try signing in or use a magic link.'

/** Every way to sign in, and what signed-in people can do with their account. */
export async function authCommands(
  app: FastifyInstance,
  { tools, signInFlow }: { tools: ProviderTools; signInFlow: SignIn },
): Promise<void> {
  const { accounts, sessions, accountMail } = tools
  const { verified, begin, currentUser } = signInFlow
  magicLinkCommands(app, tools, signInFlow)
  sessionCommands(app, tools)
  userSessionCommands(app, tools)
  adminInvitationCommands(app, tools)
  passwordCommands(app, tools, signInFlow)
  emailCommands(app, tools, signInFlow)
  passkeyCommands(app, tools, signInFlow)
  const flows = { ...signInFlow, ...createPasskeyAnswers(tools) }
  secondFactorCommands(app, tools, flows)
  passkeySignInCommands(app, tools, flows)
  proofCommands(app, tools, flows)
  await app.register(providerCommands, { tools, signInFlow })

  route(app, register, signingIn, async ({ body, request, reply }) => {
    await app.rateLimits.take(accountBudgets.signIn, body.email, request.ip)
    await checkPassword(body.password, 'user', [body.email, body.firstName, body.lastName])
    const registration = { ...body, from: await tools.originOf(request, 'users') }
    const registered = await registerAccount(tools, registration, registrationContext(request, body))
    if (registered.outcome === 'taken') {
      const { account } = registered
      if (account && (await accounts.shouldNotify(account.userId))) accountMail.accountExists(account.email)
      throw new DomainError('conflict', taken)
    }
    const { account, event, position } = registered
    await tools.waitForProjection(position, request)
    await begin(account, 'password', request, reply)
    return { user: await currentUser(account, { firstName: event.data.firstName, lastName: event.data.lastName }) }
  })

  route(app, login, signingIn, async ({ body, request, reply }) => {
    await app.rateLimits.take(accountBudgets.signIn, body.email, request.ip)
    const account = await accounts.byEmailHash(tools.subjects.emailHash(body.email))
    const signedIn = await verified(account, body, request)
    const more = await begin(signedIn, 'password', request, reply)
    return more ?? { user: await currentUser(signedIn) }
  })

  route(app, logout, { policy: 'public', keepAnswer: false }, async ({ request, reply }) => {
    await sessions.end(request, reply)
    return { message: 'You have been signed out of your account.' }
  })

  route(app, readAuthStatus, { policy: 'public' }, async ({ request, reply }) => {
    reply.header('cache-control', 'no-store')
    const { person } = request
    const account = person && (await accounts.byId(person.id))
    if (!account) sessions.forgetHint(request, reply)
    const { secondFactorDue } = person ?? {}
    const rights = person === null || person.isAdmin ? [] : everyRight.filter((right) => person.rights.has(right))
    const events = account && person ? await ownEvents(account, person) : []
    return {
      user: account ? await currentUser(account) : null,
      isAuthenticated: account !== null,
      ...(secondFactorDue && { secondFactorDue }),
      ...(rights.length > 0 && { rights }),
      ...(events.length > 0 && { events }),
    }
  })

  /** Only people with a role for single events cause a query. A role of the campaign’s own may no longer give the guests. */
  async function ownEvents({ roles }: Account, { rights }: Pick<Person, 'rights'>) {
    if (rights.has('guests' satisfies StaffRight)) return []
    const ids = rolesInForce(roles, new Date().toISOString()).flatMap(({ eventId }) => eventId ?? [])
    const own = [...new Set(ids)].filter((id) => rights.has('guests' satisfies StaffRight, String(id)))
    const rows = await Promise.all(own.map((id) => campaignEventRow(tools.knex, id)))
    return rows.flatMap((row) => (row ? [{ id: row.id, title: row.title }] : []))
  }

  route(app, becomeFirstAdmin, signingIn, async ({ body, request, reply }) => {
    await app.rateLimits.take(accountBudgets.signIn, body.email, request.ip)
    await checkPassword(body.password, 'admin', [body.email, body.firstName, body.lastName])
    const { account, names, position } = await setUpAdmin(tools, body, request, (known, password) =>
      verified(known, { email: body.email, password }, request),
    )
    await tools.waitForProjection(position, request)
    const more = await begin(account, 'password', request, reply)
    return more ?? { user: await currentUser(account, names) }
  })
}
