import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { enterEmailSignup, exportEmailSignups, joinMailingList } from '../../../contract/email-signups.ts'
import { day } from '../../../records/durations.ts'
import { emailSignupStream, emailSignups } from '../../domain/email-signups.ts'
import { mailConsentStream, mailConsents } from '../../domain/mail/mail-consents.ts'
import type { SubjectKeys } from '../../kernel/eventlog/encryption/subject-keys.ts'
import { commandContext } from '../../kernel/http/command-context.ts'
import type { ConsoleReads } from '../../kernel/http/console-reads.ts'
import type { StreamLimits } from '../../kernel/http/file-stream.ts'
import { formRoute } from '../../kernel/http/plain-forms.ts'
import { fileRoute, proven, route, staff } from '../../kernel/http/route.ts'
import { emailSignupBatches } from '../../read-model/email-signup-export.ts'
import { joinedAt, signupIdOf } from '../../read-model/email-signups.ts'
import { suppressionOf } from '../../read-model/mail-consents.ts'
import type { Execute } from '../command.ts'
import { createFileExports, rowsOf } from '../exports/file-exports.ts'
import { enteredAs, requireEntry } from '../hand-entries.ts'
import type { OriginOf } from '../origins.ts'
import { emailSignupFiles } from './email-signup-files.ts'

type EmailSignupTools = {
  execute: Execute
  nextId(sequence: 'email_signup'): Promise<number>
  subjects: Pick<SubjectKeys, 'find' | 'forEmail' | 'emailHash' | 'erasedAmong'>
  originOf: OriginOf
  knex: Knex
  reads: ConsoleReads
  fileLimits?: StreamLimits | undefined
}

export async function emailSignupCommands(
  app: FastifyInstance,
  { execute, nextId, subjects, originOf, knex, reads, fileLimits }: EmailSignupTools,
): Promise<void> {
  async function suppressedSince(email: string): Promise<string | null> {
    const subject = await subjects.find(email)
    return subject === null ? null : ((await suppressionOf(knex, subject))?.at ?? null)
  }

  const form = { name: 'email-signups', page: '/', takenBack: suppressedSince } as const
  formRoute(app, joinMailingList, form, async ({ body, request }) => {
    const [emailSignupId, subject, from] = await Promise.all([
      nextId('email_signup'),
      subjects.forEmail(body.email),
      originOf(request, 'email-signups'),
    ])
    const { at } = commandContext(request)
    const since = await joinedAt(knex, subject)
    const isNew = since === null || Date.parse(at) - Date.parse(since) < day
    const command = { type: 'JoinMailingList', data: { emailSignupId, subject, ...body, ...from } } as const
    const asking = { type: 'AskForMailAgain', data: { subject, at, isNew } } as const
    // At the same time, and one event for each person: how long it takes does not reveal who is on the list or unsubscribed.
    const [[joined]] = await Promise.all([
      execute(request, emailSignups, emailSignupStream(subjects.emailHash(body.email)), command),
      execute(request, mailConsents, mailConsentStream(subject), asking),
    ])
    // A known address gets the id drawn for this request, just like a new one: its original id would reveal that it is on
    // the list.
    return { id: joined?.type === 'MailingListJoined' ? joined.data.emailSignupId : emailSignupId }
  })

  route(app, enterEmailSignup, staff('people'), async ({ body, request }) => {
    await requireEntry(subjects, body)
    const [emailSignupId, subject] = await Promise.all([nextId('email_signup'), subjects.forEmail(body.email)])
    const command = { type: 'EnterEmailSignup', data: { emailSignupId, subject, ...body } } as const
    const [event] = await execute(request, emailSignups, emailSignupStream(subjects.emailHash(body.email)), command)
    const joined = event?.type === 'MailingListJoined' ? event.data : null
    const id = joined?.emailSignupId ?? (await signupIdOf(knex, subject))
    return enteredAs(knex, subject, { id, isNew: joined !== null })
  })

  const send = createFileExports({ execute, fileLimits })
  fileRoute(
    app,
    exportEmailSignups,
    proven(['export', 'people']),
    ({ query: { format, people, q, filter }, request, reply }) => {
      const { type, write } = emailSignupFiles[format]
      return send(request, reply, {
        command: (exportId) => ({
          type: 'ExportEmailSignups',
          data: { exportId, format, ...rowsOf({ people, q, filter }) },
        }),
        name: 'email-signups',
        format,
        type,
        content: write(
          reads.file((database) =>
            emailSignupBatches({ database, everyone: people === 'everyone', query: { q, filter } }),
          ),
        ),
      })
    },
  )
}
