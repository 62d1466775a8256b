import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import {
  approveEndorsement,
  deleteEndorsement,
  type PublicEndorsement,
  submitEndorsement,
} from '../../contract/endorsements.ts'
import { DomainError } from '../domain/decider.ts'
import { type EndorsementEvent, endorsementStream, endorsements } from '../domain/endorsements.ts'
import type { SubjectKeys } from '../eventlog/encryption/subject-keys.ts'
import type { Recorded } from '../eventlog/metadata.ts'
import { formRoute } from '../http/plain-forms.ts'
import { route } from '../http/route.ts'
import { endorsementRow } from '../read-model/endorsements.ts'
import { type Execute, requireLiving, subjectFor } from './command.ts'

type EndorsementTools = {
  execute: Execute
  nextId(sequence: 'endorsement'): Promise<number>
  subjects: Pick<SubjectKeys, 'anonymous' | 'forEmail' | 'read'>
  knex: Knex
}

/** Built from the event, not the request, so that a replay returns the first answer. */
function submitted(events: readonly Recorded<EndorsementEvent>[]): PublicEndorsement {
  const event = events.find((event) => event.type === 'EndorsementSubmitted')
  if (!event) throw new Error('SubmitEndorsement decided nothing.')
  const { endorsementId, name, title, endorsementText } = event.data
  return { id: endorsementId, name, title, endorsementText, createdAt: event.metadata.at }
}

export async function endorsementCommands(
  app: FastifyInstance,
  { execute, nextId, subjects, knex }: EndorsementTools,
): Promise<void> {
  formRoute(app, submitEndorsement, { page: '/endorsements' }, async ({ body, request }) => {
    const [endorsementId, subject] = await Promise.all([nextId('endorsement'), subjectFor(subjects, body.email)])
    const command = { type: 'SubmitEndorsement', data: { endorsementId, subject, ...body } } as const
    return submitted(await execute(request, endorsements, endorsementStream(endorsementId), command, { isNew: true }))
  })

  route(app, approveEndorsement, { policy: 'admin' }, async ({ params: { id }, request }) => {
    await requireLiving({ knex, subjects }, 'endorsements', id)
    const command = { type: 'ApproveEndorsement', data: { endorsementId: id } } as const
    await execute(request, endorsements, endorsementStream(id), command)
    const row = await endorsementRow(knex, id)
    if (!row) throw new DomainError('not_found', 'Endorsement not found.')
    return { ...row, isApproved: true }
  })

  route(app, deleteEndorsement, { policy: 'admin' }, async ({ params: { id }, request }) => {
    const command = { type: 'DeleteEndorsement', data: { endorsementId: id } } as const
    await execute(request, endorsements, endorsementStream(id), command)
    return undefined
  })
}
