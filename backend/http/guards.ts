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

/** 401 for a visitor, 403 for a person without the right. */
export function checkPolicy({ person, routeOptions }: FastifyRequest): void {
  const { policy } = routeOptions.config
  if (policy === 'public') return
  if (!person) throw new HttpProblem(401, 'Please log in first.')
  if (policy !== 'user' && !person.isAdmin) throw new HttpProblem(403, 'Only administrators may do this.')
}
