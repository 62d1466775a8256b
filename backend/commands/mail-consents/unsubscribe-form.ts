import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { requiredEmail } from '../../../contract/fields.ts'
import { mailChoices } from '../../../contract/mail-consents.ts'
import { addressBudgets } from '../../../contract/request-budgets.ts'
import { HttpProblem } from '../../kernel/http/problem.ts'
import { invalidInput } from '../../kernel/http/schemas.ts'
import { linkQuery } from './link-query.ts'
import type { MailConsentActs } from './mail-consent-acts.ts'

const page = '/unsubscribe'
const choices = Object.keys(mailChoices.shape)

/**
 * POST to the link in an email: from mail programs in the name of their owner (RFC 8058), without a cookie and from any
 * address, and from the page of the link in browsers without scripts. GET is the page itself and changes nothing,
 * because mail scanners open links.
 */
export function unsubscribeForm(app: FastifyInstance, acts: MailConsentActs): void {
  // The pages of the outcomes have the buttons too.
  for (const url of [page, `${page}/:outcome`])
    app.route<{ Querystring: z.output<typeof linkQuery>; Body: unknown }>({
      method: 'POST',
      url,
      bodyLimit: 16 * 1024,
      config: { policy: 'public', keepAnswer: false, isPlainForm: true, takesMultipart: true },
      schema: { querystring: linkQuery },
      handler: async (request, reply) => {
        const { token } = request.query
        const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
        const unknown = [...fields.keys()].filter(
          (name) => !['List-Unsubscribe', 'do', 'email', ...choices].includes(name),
        )
        if (unknown.length > 0)
          throw invalidInput(
            unknown.slice(0, 20).map((path) => ({ path: path.slice(0, 200), message: 'Unknown field.' })),
          )
        if (fields.get('List-Unsubscribe')?.toLowerCase() === 'one-click') {
          await acts.unsubscribe(token, request)
          // No redirect: many mail programs do not follow one (RFC 8058, 3.1).
          return reply.type('text/plain; charset=utf-8').send('You are unsubscribed.\n')
        }
        // Mail programs are not limited, because many people share the address of their provider.
        await app.rateLimits.takeForAddress(addressBudgets.mailConsent, request.ip)
        const outcome = await pressed(acts, fields, token, request).catch((error: unknown) => {
          if (error instanceof HttpProblem && error.status === 400) return 'invalid'
          throw error
        })
        if (outcome === null) throw new HttpProblem(400, 'Please use one of the buttons on the page.')
        return reply.redirect(`${page}/${outcome}?${new URLSearchParams({ token })}`, 303)
      },
    })
}

/** Does what the button says; returns the outcome, which has a page of its own, null for an unknown button. */
async function pressed(acts: MailConsentActs, fields: URLSearchParams, token: string, request: FastifyRequest) {
  const isTicked = (name: string) => fields.get(name) === 'yes'
  switch (fields.get('do')) {
    case 'unsubscribe':
      await acts.unsubscribe(token, request)
      return 'unsubscribed'
    case 'resubscribe':
      await acts.resubscribe(token, request)
      return 'subscribed'
    case 'mail-link': {
      const email = requiredEmail.safeParse(fields.get('email') ?? '')
      if (!email.success) throw invalidInput([{ path: 'email', message: 'Enter a valid email address.' }])
      await acts.mailLink(email.data, request)
      return 'mailed'
    }
    case 'choose':
      // The page also offers it to people who unsubscribed.
      if (choices.some(isTicked)) await acts.resubscribe(token, request)
      await acts.choose(
        token,
        {
          campaignNews: isTicked('campaignNews'),
          volunteerOpportunities: isTicked('volunteerOpportunities'),
          eventInvitations: isTicked('eventInvitations'),
          emailUpdates: isTicked('emailUpdates'),
        },
        request,
      )
      return 'saved'
    default:
      return null
  }
}
