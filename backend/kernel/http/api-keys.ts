import type { FastifyRequest } from 'fastify'
import type { AddressBudget, LayeredBudget } from '../../../records/http/budgets.ts'
import { HttpProblem } from './problem.ts'
import { isForStaff } from './staff-policy.ts'

/** Each key has its own, so that no program uses up what another one, or the office at the same address, may send. */
export const keyBudget: LayeredBudget = {
  kind: 'api-key',
  layers: [{ limit: 600, seconds: 10 * 60, isPerAddress: false }],
}
/** Only wrong keys count, so that they stop no program that has a right one. */
export const wrongKeyBudget: AddressBudget = { kind: 'wrong-api-key', limit: 60, seconds: 10 * 60 }

const bearer = /^bearer(?:\s+|$)/i

/**
 * The key with which a program calls a route for staff, '' for none behind the word; null where a person calls. Routes for
 * everyone and for people who signed in take no key, and other schemes belong to a proxy in front of the site.
 */
export function apiKeyOf({ headers: { authorization = '' }, routeOptions }: FastifyRequest): string | null {
  if (!isForStaff(routeOptions.config.policy) || !bearer.test(authorization)) return null
  return authorization.replace(bearer, '')
}

/** The same for every key that does not work, so that the answer tells nothing about it. */
export const keyRefused = () =>
  new HttpProblem(
    401,
    'This API key does not work: it is mistyped, has ended or was revoked. Ask an administrator for a new one.',
    { headers: { 'www-authenticate': 'Bearer' } },
  )
