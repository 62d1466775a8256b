import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as api from '../../../contract/auth-providers.ts'
import { addressBudgets } from '../../../contract/request-budgets.ts'
import type { ProviderFlow } from '../../identity/provider-flows.ts'
import { type ProviderName, ProviderRejected } from '../../identity/providers.ts'
import { signedIn } from '../../kernel/http/guards.ts'
import { HttpProblem } from '../../kernel/http/problem.ts'
import { type Call, route } from '../../kernel/http/route.ts'
import { admitProvided, ProviderRejection } from './provided.ts'
import { createProviders } from './provider-clients.ts'
import type { SignIn } from './sign-in.ts'
import type { ProviderTools } from './tools.ts'

type Start = Pick<Call<typeof api.startGoogle>, 'query' | 'request' | 'reply'>
type Finish = Pick<Call<typeof api.finishGoogle>, 'query' | 'request' | 'reply'>

// The response carries the session cookie, so it is not stored for a replay.
const navigation = { policy: 'public', rateLimit: addressBudgets.signIn, keepAnswer: false } as const

/** A page of another site led here. Where the browser sends no Sec-Fetch-Site, its Referer decides. */
function isLedFromElsewhere({ headers, protocol, host }: FastifyRequest, publicUrl: string): boolean {
  const { 'sec-fetch-site': site, referer } = headers
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const own = [URL.parse(publicUrl)?.origin, `${protocol}://${host}`]
  return referer !== undefined && !own.includes(URL.parse(referer)?.origin)
}

/** Sign-in through Google and Facebook: two full-page navigations each, there and back. */
export async function providerCommands(
  app: FastifyInstance,
  { tools, signInFlow }: { tools: ProviderTools; signInFlow: SignIn },
): Promise<void> {
  const { identities, providerFlows } = tools
  const providers = await createProviders(app, tools)

  route(app, api.listProviders, { policy: 'public' }, async () => ({
    google: providers.google !== null,
    facebook: providers.facebook !== null,
  }))

  const isLedHere = (request: FastifyRequest) => isLedFromElsewhere(request, tools.publicUrl())

  /** Changes to an account must start on our own pages. */
  function requireOwn(request: FastifyRequest): number {
    const { id } = signedIn(request)
    if (request.headers['sec-fetch-site'] === 'none' || isLedHere(request))
      throw new HttpProblem(403, 'This request did not come from our own pages, so it was refused.')
    return id
  }

  async function start(name: ProviderName, { query, request, reply }: Start): Promise<undefined> {
    reply.header('cache-control', 'no-store')
    const provider = providers[name]
    const next = query.next ?? null
    if (!provider) return void reply.header('location', loginWith(name, 'not-configured', next))
    const userId = query.connect === 'true' ? requireOwn(request) : null
    // Another site may not sign a visitor in with whatever account they have at the provider.
    if (isLedHere(request)) return void reply.header('location', loginWith(name, 'from-elsewhere', next))
    // A connected provider can sign in from now on, so an abandoned open session must not be enough.
    if (userId !== null && !(await mayConnect(request)))
      return void reply.header('location', settingsWith({ provider: name, problem: 'not-proven' }))
    const url = new URL(await provider.client.leave(request, reply))
    const nonce = crypto.randomUUID()
    if (provider.issuer !== null) url.searchParams.set('nonce', nonce)
    await providerFlows.begin(url.searchParams.get('state') ?? '', { provider: name, nonce, next, userId })
    reply.header('location', url.href)
  }

  async function mayConnect(request: FastifyRequest): Promise<boolean> {
    const account = await signInFlow.accountOf(request)
    if (account.hasSecondFactor && request.person?.isProven !== true) return false
    return signInFlow.isProven(account, request)
  }

  async function finish(name: ProviderName, call: Finish): Promise<undefined> {
    const { query, request, reply } = call
    reply.header('cache-control', 'no-store')
    // The flow cannot be used again, whatever happens next.
    const flow = query.state === undefined ? null : await providerFlows.finish(query.state)
    try {
      if (query.error !== undefined) throw new ProviderRejection('cancelled')
      if (flow?.provider !== name) throw new ProviderRejection('expired')
      const person = await ask(name, flow, call)
      const { account, isConnected } = await admitProvided({ tools, name, person, flow, request })
      if (isConnected) tools.accountMail.providerConnected(account.email, name)
      const more = isConnected ? null : await signInFlow.begin(account, name, request, reply)
      const done = more ? codePage(flow.next) : loginDone(name, flow.next)
      reply.header('location', isConnected ? settingsWith({ connected: name }) : done)
    } catch (error) {
      const problem = problemOf(error, request)
      const isConnecting = flow !== null && flow.userId !== null
      reply.header(
        'location',
        isConnecting ? settingsWith({ provider: name, problem }) : loginWith(name, problem, flow?.next ?? null),
      )
    }
  }

  /** Exchanges the code in the browser that asked for it, and reads the person's profile. */
  async function ask(name: ProviderName, { nonce }: ProviderFlow, { query, request, reply }: Finish) {
    const provider = providers[name]
    if (!provider) throw new ProviderRejection('not-configured')
    if (query.iss !== undefined && provider.issuer !== null && query.iss !== provider.issuer)
      throw new ProviderRejected('Another provider answered.')
    return provider.read(await provider.client.comeBack(request, reply, query.state), nonce)
  }

  route(app, api.startGoogle, navigation, (call) => start('google', call))
  route(app, api.finishGoogle, navigation, (call) => finish('google', call))
  route(app, api.startFacebook, navigation, (call) => start('facebook', call))
  route(app, api.finishFacebook, navigation, (call) => finish('facebook', call))

  route(app, api.listConnections, { policy: 'user' }, async ({ request }) => {
    const connected = await identities.of(requireOwn(request))
    return api.provider.options.map((provider) => ({
      provider,
      isAvailable: providers[provider] !== null,
      isConnected: connected.includes(provider),
    }))
  })

  route(app, api.disconnect, { policy: 'user', needsProof: true }, async ({ params, request }) => {
    await identities.disconnect(requireOwn(request), params.provider)
  })
}

const search = (fields: { [name: string]: string | null }) =>
  new URLSearchParams(Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [[name, value]])))

// The sign-in page shows the outcome, and then leads to `next`.
const loginWith = (provider: ProviderName, problem: api.ProviderProblem, next: string | null) =>
  `/login?${search({ provider, problem, next })}`
const settingsWith = (fields: { [name: string]: string }) => `/settings?${search({ tab: 'security', ...fields })}`
const loginDone = (provider: ProviderName, next: string | null) => `/login?${search({ 'signed-in': provider, next })}`

const codePage = (next: string | null) => `/login/code${next === null ? '' : `?${search({ next })}`}`

/** The message for the person; problems that only we can fix are logged. */
function problemOf(error: unknown, request: FastifyRequest): api.ProviderProblem {
  if (error instanceof ProviderRejection) return error.problem
  if (error instanceof Error && error.message === 'Invalid state') return 'expired'
  if (error instanceof HttpProblem && error.status === 503) return 'busy'
  request.log.warn(
    { err: error instanceof ProviderRejected ? (error.cause ?? error) : error },
    'A provider sign-in failed.',
  )
  return 'failed'
}
