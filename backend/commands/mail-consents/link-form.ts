import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { addressBudgets } from '../../../contract/request-budgets.ts'
import { HttpProblem } from '../../kernel/http/problem.ts'
import { linkQuery } from './link-query.ts'

/**
 * The button on the page behind a link in an email. GET is the page itself and does nothing, because mail scanners open
 * links. `act` returns the outcome, which has a page of its own, and throws 400 for a token that is not ours.
 */
export function linkForm(
  app: FastifyInstance,
  page: string,
  act: (token: string, request: FastifyRequest) => Promise<string>,
): void {
  app.route<{ Querystring: z.output<typeof linkQuery> }>({
    method: 'POST',
    url: page,
    bodyLimit: 1024,
    config: { policy: 'public', keepAnswer: false, isPlainForm: true },
    schema: { querystring: linkQuery, body: z.strictObject({}) },
    preValidation: async (request) => {
      request.body = request.body instanceof URLSearchParams ? Object.fromEntries(request.body) : {}
      await app.rateLimits.takeForAddress(addressBudgets.mailConsent, request.ip)
    },
    handler: async (request, reply) => {
      const { token } = request.query
      const outcome = await act(token, request).catch((error: unknown) => {
        if (error instanceof HttpProblem && error.status === 400) return 'invalid'
        throw error
      })
      return reply.redirect(`${page}/${outcome}?${new URLSearchParams({ token })}`, 303)
    },
  })
}
