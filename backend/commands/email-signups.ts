import type { FastifyInstance } from 'fastify'
import { joinMailingList } from '../../contract/email-signups.ts'
import { emailSignupStream, emailSignups } from '../domain/email-signups.ts'
import type { SubjectKeys } from '../eventlog/encryption/subject-keys.ts'
import { formRoute } from '../http/plain-forms.ts'
import type { Execute } from './command.ts'

type EmailSignupTools = {
  execute: Execute
  nextId(sequence: 'email_signup'): Promise<number>
  subjects: Pick<SubjectKeys, 'forEmail' | 'emailHash'>
}

export async function emailSignupCommands(
  app: FastifyInstance,
  { execute, nextId, subjects }: EmailSignupTools,
): Promise<void> {
  formRoute(app, joinMailingList, { page: '/' }, async ({ body, request }) => {
    const [emailSignupId, subject] = await Promise.all([nextId('email_signup'), subjects.forEmail(body.email)])
    const command = { type: 'JoinMailingList', data: { emailSignupId, subject, ...body } } as const
    const stream = emailSignupStream(subjects.emailHash(body.email))
    const [joined] = await execute(request, emailSignups, stream, command)
    // A known address appends nothing and gets the id drawn for this request, just like a new one:
    // its original id would reveal that it is on the list.
    return { id: joined?.data.emailSignupId ?? emailSignupId }
  })
}
