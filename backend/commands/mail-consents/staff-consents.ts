import type { FastifyInstance } from 'fastify'
import * as api from '../../../contract/staff-consents.ts'
import type { Suppression } from '../../../records/mail.ts'
import { commandContext } from '../../kernel/http/command-context.ts'
import type { WaitForProjection } from '../../kernel/http/pending-position.ts'
import { proven, route, staff } from '../../kernel/http/route.ts'
import { type StaffConsentTools, staffConsentActs } from './staff-acts.ts'

const shown = (suppression: Suppression | null) =>
  suppression && { reason: suppression.reason, at: new Date(suppression.at).toISOString() }

/** Staff act for people who phone, write or stop by. Mailing a whole domain again takes a recent proof. */
export async function staffConsentCommands(
  app: FastifyInstance,
  { waitForProjection, ...tools }: StaffConsentTools & { waitForProjection: WaitForProjection },
): Promise<void> {
  const acts = staffConsentActs(tools)

  route(app, api.readConsentAt, { ...staff('people'), keepAnswer: false }, async ({ body: { email } }) => ({
    mailSuppression: shown(await acts.read(email)),
  }))
  route(app, api.unsubscribePerson, staff('people'), async ({ body: { email, source }, request }) => {
    const { position, suppression } = await acts.unsubscribe(email, source, commandContext(request))
    await waitForProjection(position, request)
    return { isChanged: position !== null, mailSuppression: shown(suppression) }
  })
  route(app, api.liftBounce, staff('send'), async ({ body: { email, reason }, request }) => {
    const { position, suppression } = await acts.liftBounce(email, reason, commandContext(request))
    await waitForProjection(position, request)
    return { isChanged: position !== null, mailSuppression: shown(suppression) }
  })
  route(app, api.liftComplaint, staff('send'), async ({ body: { email, reason }, request }) => {
    const { position, suppression } = await acts.liftComplaint(email, reason, commandContext(request))
    await waitForProjection(position, request)
    return { isChanged: position !== null, mailSuppression: shown(suppression) }
  })
  route(app, api.confirmComplaint, staff('send'), async ({ body: { email }, request }) => {
    const { position, suppression } = await acts.confirmComplaint(email, commandContext(request))
    await waitForProjection(position, request)
    return { isChanged: position !== null, mailSuppression: shown(suppression) }
  })
  route(app, api.listHeldComplaints, staff('people'), () => acts.heldComplaints())
  route(app, api.countBounces, staff('people'), async ({ query }) => ({
    bounced: await acts.countBounces(query),
  }))
  route(app, api.liftBounces, proven('send'), async ({ body, request }) => {
    const { position, ...outcome } = await acts.liftBounces(body, commandContext(request))
    await waitForProjection(position, request)
    return outcome
  })
}
