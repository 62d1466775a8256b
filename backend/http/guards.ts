import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpProblem } from './problem.ts'
import type { Person, Policy } from './route.ts'

const policies: readonly (Policy | undefined)[] = ['public', 'user', 'admin']

/** A route that does not declare who may call it prevents the start. */
export function requirePolicies(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!policies.includes(config?.policy))
      throw new Error(
        `Route ${method} ${url} does not declare who may call it. Add config: { policy: 'public' | 'user' | 'admin' }.`,
      )
  })
}

/** Paths whose responses may depend on the person and are never cached. */
export const isApi = (url: string): boolean => /^\/api(?:[/?]|$)/.test(url)

/**
 * Without a cookie there is nobody to look up. Public pages outside the API are the same for everyone, but their forms
 * are not.
 */
export async function identify(
  request: FastifyRequest,
  personOf: (request: FastifyRequest) => Promise<Person | null>,
): Promise<void> {
  const { policy, isPlainForm } = request.routeOptions.config
  const dependsOnPerson = policy !== 'public' || isPlainForm || isApi(request.url)
  if (dependsOnPerson && request.headers.cookie !== undefined) request.person = await personOf(request)
}

export const notSignedIn = () => new HttpProblem(401, 'Please log in first.')

/** The person who asks. A route that is not public always has one; this tells the compiler. */
export function signedIn({ person }: FastifyRequest): Person {
  if (!person) throw notSignedIn()
  return person
}

/** 401 for a visitor, 403 for a person without the right. */
export function checkPolicy(request: FastifyRequest): void {
  const { policy } = request.routeOptions.config
  if (policy === 'public') return
  const { isAdmin } = signedIn(request)
  if (policy !== 'user' && !isAdmin) throw new HttpProblem(403, 'Only administrators may do this.')
}
