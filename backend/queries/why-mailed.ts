import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { z } from 'zod'
import { tokenIn } from '../../contract/link-token.ts'
import { readWhyMailed, type WhyMailed } from '../../contract/mail-consents.ts'
import { addressBudgets } from '../../contract/request-budgets.ts'
import type { MailedTo } from '../../records/mail.ts'
import { whyPage } from '../../records/mail-pages.ts'
import { HttpProblem } from '../kernel/http/problem.ts'
import { route } from '../kernel/http/route.ts'
import { whyMailed } from '../read-model/why-mailed.ts'

type WhyTools = {
  knex: Knex
  subjects: { read(subjects: readonly string[]): Promise<ReadonlyMap<string, unknown>> }
  unsubscribeTokens: { read(token: string): MailedTo | null }
}

/** Mail programs and trackers append to a link, which is left out. */
const linkQuery = z.object({ token: z.string().transform(tokenIn).default('') })

/** Works without an account: the link beside 'Unsubscribe' is the proof. Reading it changes nothing, so a program that scans mail may open it. */
export async function whyMailedQueries(
  app: FastifyInstance,
  { knex, subjects, unsubscribeTokens }: WhyTools,
): Promise<void> {
  async function why(token: string): Promise<WhyMailed | null> {
    const owner = unsubscribeTokens.read(token)
    if (!owner) return null
    const key = (await subjects.read([owner.subject])).get(owner.subject)
    return whyMailed(knex, owner, key === undefined || key === 'erased')
  }

  const guard = { policy: 'public', rateLimit: addressBudgets.mailConsent } as const
  route(app, readWhyMailed, { ...guard, keepAnswer: false }, async ({ body }) => {
    const found = await why(body.token)
    if (!found)
      throw new HttpProblem(400, 'This link is not complete. Please use the link in your latest email from us.')
    return found
  })

  /** The same as a page, for browsers with and without scripts. */
  const { show } = app.plainForms
  if (show === null) return
  app.route<{ Querystring: z.output<typeof linkQuery> }>({
    method: 'GET',
    url: whyPage,
    config: guard,
    schema: { querystring: linkQuery },
    handler: async ({ query: { token } }, reply) => {
      const found = await why(token)
      const { html, csp } = await show(whyPage, { why: found && { ...found, token } })
      return reply
        .code(found ? 200 : 400)
        .headers({ 'cache-control': 'no-store', 'referrer-policy': 'strict-origin', 'content-security-policy': csp })
        .type('text/html; charset=utf-8')
        .send(html)
    },
  })
}
