import type { FastifyInstance } from 'fastify'
import * as api from '../../../contract/mail-consents.ts'
import { addressBudgets } from '../../../contract/request-budgets.ts'
import { route } from '../../kernel/http/route.ts'
import { linkForm } from './link-form.ts'
import { type MailConsentTools, mailConsentActs } from './mail-consent-acts.ts'
import { unsubscribeForm } from './unsubscribe-form.ts'

/** Works without an account: the link in an email is the proof. */
export async function mailConsentCommands(app: FastifyInstance, tools: MailConsentTools): Promise<void> {
  const acts = mailConsentActs(tools)
  const guard = { policy: 'public', keepAnswer: false, rateLimit: addressBudgets.mailConsent } as const
  route(app, api.readMailConsent, guard, ({ body }) => acts.read(body.token))
  route(app, api.unsubscribe, guard, ({ body, request }) => acts.unsubscribe(body.token, request))
  route(app, api.resubscribe, guard, ({ body, request }) => acts.resubscribe(body.token, request))
  route(app, api.changeMailChoices, guard, ({ body, request }) => acts.choose(body.token, body.choices, request))
  route(app, api.requestMailLink, guard, async ({ body, request }) => {
    await acts.mailLink(body.email, request)
    return { message: 'If this address gets email from us, the link is on its way.' }
  })
  unsubscribeForm(app, acts)
  linkForm(app, '/confirm-subscription', acts.confirm)
  linkForm(app, '/subscribe-again', acts.renew)
}
