import type { FastifyInstance } from 'fastify'
import { changeMailChoices, readMailConsent, resubscribe, unsubscribe } from '../../../contract/mail-consents.ts'
import { route } from '../../http/route.ts'
import { confirmationForm } from './confirmation-form.ts'
import { type MailConsentTools, mailConsentActs } from './mail-consent-acts.ts'
import { unsubscribeForm } from './unsubscribe-form.ts'

/** Works without an account: the link in an email is the proof. */
export async function mailConsentCommands(app: FastifyInstance, tools: MailConsentTools): Promise<void> {
  const acts = mailConsentActs(tools)
  const guard = { policy: 'public', keepAnswer: false, rateLimit: 'mail-consent' } as const
  route(app, readMailConsent, guard, ({ body }) => acts.read(body.token))
  route(app, unsubscribe, guard, ({ body, request }) => acts.unsubscribe(body.token, request))
  route(app, resubscribe, guard, ({ body, request }) => acts.resubscribe(body.token, request))
  route(app, changeMailChoices, guard, ({ body, request }) => acts.choose(body.token, body.choices, request))
  unsubscribeForm(app, acts)
  confirmationForm(app, acts)
}
