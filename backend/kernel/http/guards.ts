import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pageUserHeader } from '../../../records/http/page-user-header.ts'
import { problemCodes } from '../../../records/http/problem-codes.ts'
import { apiKeyOf, keyBudget, keyRefused, wrongKeyBudget } from './api-keys.ts'
import { isSafe } from './origin.ts'
import { HttpProblem } from './problem.ts'
import type { Person } from './route.ts'
import { isForStaff, mayCall, rightsTaken } from './staff-policy.ts'

/** A route that does not declare who may call it fails at startup. */
export function requirePolicies(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    const policy = config?.policy
    if (policy !== 'public' && policy !== 'user' && !isForStaff(policy))
      throw new Error(
        `Route ${method} ${url} does not declare who may call it. Add config: { policy: 'public' | 'user' | { right: … } }.`,
      )
  })
}

/** A route that counts against the limit of an unknown form fails at startup. */
export function requireKnownForms(app: FastifyInstance, forms: readonly string[]): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    const limit = config?.rateLimit
    const form = limit && 'form' in limit ? limit.form : config?.formName
    if (form !== undefined && !forms.includes(form))
      throw new Error(`Route ${method} ${url} counts against the form ${form}, but the forms are ${forms.join(', ')}.`)
  })
}

/** Paths, as routes declare them, whose responses may depend on the person. */
export const isApi = (url: string): boolean => /^\/api(?:[/?]|$)/.test(url)

/** Uses the matched route, never the raw URL: `/%61pi/…` and `http://host/api/…` reach the API as well. */
export const isApiRequest = ({ routeOptions }: FastifyRequest): boolean => isApi(routeOptions.url ?? '')

/** Public pages outside the API are the same for everyone, but their forms are not. */
export function dependsOnPerson(request: FastifyRequest): boolean {
  const { policy, isPlainForm } = request.routeOptions.config
  return policy !== 'public' || isPlainForm === true || isApiRequest(request)
}

/** Without a key or a cookie there is nothing to look up. */
export async function identify(
  request: FastifyRequest,
  personOf: (request: FastifyRequest) => Promise<Person | null>,
): Promise<void> {
  if (apiKeyOf(request) !== null) request.person = await program(request, await personOf(request))
  else if (dependsOnPerson(request) && request.headers.cookie !== undefined) request.person = await personOf(request)
}

/** Throws 401 for a key that does not work, and 429 beyond its limit. */
async function program({ server, ip }: FastifyRequest, holder: Person | null): Promise<Person> {
  if (holder === null) {
    await server.rateLimits.takeForAddress(wrongKeyBudget, ip)
    throw keyRefused()
  }
  await server.rateLimits.take(keyBudget, String(holder.apiKeyId), ip)
  return holder
}

export const notSignedIn = () => new HttpProblem(401, 'Please log in first.')

/** The signed-in person. A route that is not public always has one; this tells the compiler. */
export function signedIn({ person }: FastifyRequest): Person {
  if (!person) throw notSignedIn()
  return person
}

/** 409 for a write from a page of another user: in a shared browser, someone else may sign in in another tab. */
export function checkPageUser({ method, headers, person }: FastifyRequest): void {
  const user = headers[pageUserHeader]
  if (isSafe(method) || person === null || user === undefined || user === String(person.id)) return
  throw new HttpProblem(
    409,
    'Someone else has signed in in this browser since you opened this page, so nothing was saved.',
    { details: { code: problemCodes.anotherUser } },
  )
}

const notAllowed = ({ apiKeyId }: Person) =>
  new HttpProblem(
    403,
    apiKeyId === undefined
      ? 'You don’t have the right to do this. An administrator can give it to you.'
      : 'This API key may not do this. An administrator can issue one that may, unless only people may do it.',
    { details: { code: problemCodes.rightNeeded } },
  )

/** 401 for a visitor, 403 for a person without the right. */
export function checkPolicy(request: FastifyRequest): void {
  const { policy } = request.routeOptions.config
  if (policy === 'public') return
  const person = signedIn(request)
  if (!isForStaff(policy)) return
  if (!mayCall(policy, person.rights, request.params)) throw notAllowed(person)
  request.usedRights = rightsTaken(policy, request.params)
}

/** 403 for a body that takes another right than its route. */
export function requireRight(request: FastifyRequest, right: string): void {
  const person = signedIn(request)
  if (!person.rights.has(right)) throw notAllowed(person)
  request.usedRights = [...(request.usedRights ?? []), right]
}

/** 403 for a member of staff who has to set up two-step sign-in first. */
export function checkSecondFactor(request: FastifyRequest): void {
  if (!isForStaff(request.routeOptions.config.policy) || request.person?.secondFactorDue !== 'now') return
  throw new HttpProblem(403, 'You need two-step sign-in here. Set it up under Settings > Security first.', {
    details: { code: problemCodes.secondFactorNeeded },
  })
}

/** 403 for a person whose last proof is too old for this action. */
export function checkProof(request: FastifyRequest): void {
  if (request.person?.isProven) return
  throw new HttpProblem(403, 'Confirm that it’s you first: you last confirmed it more than ten minutes ago.', {
    details: { code: problemCodes.proofNeeded },
  })
}
