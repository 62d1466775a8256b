import type { FastifyInstance } from 'fastify'
import { joinMailingList } from '../../contract/email-signups.ts'
import { emailSignupStream, emailSignups } from '../domain/email-signups.ts'
import { formRoute } from '../http/plain-forms.ts'
import type { CommandTools } from './command.ts'

export async function emailSignupCommands(app: FastifyInstance, tools: CommandTools): Promise<void> {
  const { handle, subjects, nextId, context, waitForProjection } = tools

  formRoute(app, joinMailingList, { page: '/' }, async ({ body, request }) => {
    const [emailSignupId, subject] = await Promise.all([nextId('email_signup'), subjects.forEmail(body.email)])
    const { events, position } = await handle(
      emailSignups,
      emailSignupStream(subjects.emailHash(body.email)),
      { type: 'JoinMailingList', data: { emailSignupId, subject, ...body } },
      context(request),
    )
    await waitForProjection(position, request)
    // A known address appends nothing and is answered with the number drawn for this request, just as a new one is:
    // its first number would tell anybody that it is on the list.
    return { id: events[0]?.data.emailSignupId ?? emailSignupId }
  })
}
