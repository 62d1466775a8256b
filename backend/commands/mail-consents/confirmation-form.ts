import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { HttpProblem } from '../../http/problem.ts'
import type { MailConsentActs } from './mail-consent-acts.ts'

const page = '/confirm-subscription'
const query = z.strictObject({ token: z.string().max(200).default('') })

/**
 * The button on the page behind the link that asks the recipient to confirm an address. GET is the page itself and
 * confirms nothing, because mail scanners open links.
 */
export function confirmationForm(app: FastifyInstance, acts: Pick<MailConsentActs, 'confirm'>): void {
  app.route<{ Querystring: z.output<typeof query> }>({
    method: 'POST',
    url: page,
    bodyLimit: 1024,
    config: { policy: 'public', keepAnswer: false, isPlainForm: true },
    schema: { querystring: query, body: z.strictObject({}) },
    preValidation: async (request) => {
      request.body = request.body instanceof URLSearchParams ? Object.fromEntries(request.body) : {}
      await app.rateLimits.takeForAddress('mail-consent', request.ip)
    },
    handler: async (request, reply) => {
      const { token } = request.query
      const id = await acts.confirm(token, request).catch((error: unknown) => {
        if (error instanceof HttpProblem && error.status === 400) return 'invalid'
        throw error
      })
      return reply.redirect(`${page}?${new URLSearchParams({ token })}#${id}`, 303)
    },
  })
}
