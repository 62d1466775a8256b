import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { exportEmailSignups, joinMailingList } from '../../contract/email-signups.ts'
import { emailSignupStream, emailSignups } from '../domain/email-signups.ts'
import { exportStream, exports } from '../domain/exports.ts'
import type { SubjectKeys } from '../eventlog/encryption/subject-keys.ts'
import { repeatableId } from '../http/command-context.ts'
import { fileStream, type StreamLimits } from '../http/file-stream.ts'
import { formRoute } from '../http/plain-forms.ts'
import { HttpProblem } from '../http/problem.ts'
import { fileRoute, provenAdmin } from '../http/route.ts'
import { emailSignupBatches } from '../read-model/email-signup-export.ts'
import type { Execute } from './command.ts'
import { emailSignupFiles } from './email-signup-files.ts'

/** Each holds a connection to the database while it is sent. */
const mostExports = 2

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

  let running = 0
  fileRoute(app, exportEmailSignups, provenAdmin, async ({ query: { format }, request, reply }) => {
    if (running >= mostExports)
      throw new HttpProblem(503, 'Other exports are still running. Please try again in a minute.', {
        headers: { 'retry-after': '60' },
      })
    running++
    try {
      const exportId = repeatableId(request, 'export')
      const command = { type: 'ExportEmailSignups', data: { exportId, format } } as const
      await execute(request, exports, exportStream(exportId), command, { isNew: true })
      const { type, write } = emailSignupFiles[format]
      const file = fileStream(write(emailSignupBatches(pool)), fileLimits)
      file.once('close', () => running--)
      reply.type(type).header('content-disposition', `attachment; filename="email-signups.${format}"`)
      return file
    } catch (error) {
      running--
      throw error
    }
  })
}
