import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { exportEmailSignups, joinMailingList } from '../../../contract/email-signups.ts'
import { emailSignupStream, emailSignups } from '../../domain/email-signups.ts'
import type { SubjectKeys } from '../../eventlog/encryption/subject-keys.ts'
import type { StreamLimits } from '../../http/file-stream.ts'
import { formRoute } from '../../http/plain-forms.ts'
import { fileRoute, provenAdmin } from '../../http/route.ts'
import { emailSignupBatches } from '../../read-model/email-signup-export.ts'
import type { Execute } from '../command.ts'
import { createFileExports, withEveryone } from '../exports/file-exports.ts'
import { emailSignupFiles } from './email-signup-files.ts'

type EmailSignupTools = {
  execute: Execute
  nextId(sequence: 'email_signup'): Promise<number>
  subjects: Pick<SubjectKeys, 'forEmail' | 'emailHash'>
  pool: pg.Pool
  fileLimits?: StreamLimits | undefined
}

export async function emailSignupCommands(
  app: FastifyInstance,
  { execute, nextId, subjects, pool, fileLimits }: EmailSignupTools,
): Promise<void> {
  formRoute(app, joinMailingList, { name: 'email-signups', page: '/' }, async ({ body, request }) => {
    const [emailSignupId, subject] = await Promise.all([nextId('email_signup'), subjects.forEmail(body.email)])
    const command = { type: 'JoinMailingList', data: { emailSignupId, subject, ...body } } as const
    const stream = emailSignupStream(subjects.emailHash(body.email))
    const [joined] = await execute(request, emailSignups, stream, command)
    // A known address appends nothing and gets the id drawn for this request, just like a new one:
    // its original id would reveal that it is on the list.
    return { id: joined?.data.emailSignupId ?? emailSignupId }
  })

  const send = createFileExports({ execute, fileLimits })
  fileRoute(app, exportEmailSignups, provenAdmin, ({ query: { format, people }, request, reply }) => {
    const { type, write } = emailSignupFiles[format]
    return send(request, reply, {
      command: (exportId) => ({ type: 'ExportEmailSignups', data: { exportId, format, ...withEveryone(people) } }),
      name: 'email-signups',
      format,
      type,
      content: write(emailSignupBatches(pool, people === 'everyone')),
    })
  })
}
