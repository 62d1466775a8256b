import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import * as api from '../../contract/endorsements.ts'
import { DomainError } from '../domain/decider.ts'
import {
  type EndorsementCommand,
  type EndorsementEvent,
  endorsementStream,
  endorsements,
} from '../domain/endorsements.ts'
import type { SubjectKeys } from '../eventlog/encryption/subject-keys.ts'
import type { Recorded } from '../eventlog/metadata.ts'
import { formRoute } from '../http/plain-forms.ts'
import { route } from '../http/route.ts'
import { endorsementRow } from '../read-model/endorsements.ts'
import { cannotRestore, type Execute, type NextId, requireLiving, subjectFor } from './command.ts'

type EndorsementTools = {
  execute: Execute
  nextId: NextId<'endorsement'>
  subjects: Pick<SubjectKeys, 'anonymous' | 'forEmail' | 'read'>
  knex: Knex
}

/** Built from the event, not the request, so that a replay returns the first answer. */
function submitted(events: readonly Recorded<EndorsementEvent>[]): api.PublicEndorsement {
  const event = events.find((event) => event.type === 'EndorsementSubmitted')
  if (!event) throw new Error('SubmitEndorsement decided nothing.')
  const { endorsementId, name, title, endorsementText } = event.data
  return { id: endorsementId, name, title, endorsementText, createdAt: event.metadata.at }
}

export async function endorsementCommands(
  app: FastifyInstance,
  { execute, nextId, subjects, knex }: EndorsementTools,
): Promise<void> {
  const form = { name: 'endorsements', page: '/endorsements', keepAnswer: false } as const
  formRoute(app, api.submitEndorsement, form, async ({ body, request }) => {
    const [endorsementId, subject] = await Promise.all([
      nextId('endorsement', request.idempotency),
      subjectFor(subjects, body.email),
    ])
    const command = { type: 'SubmitEndorsement', data: { endorsementId, subject, ...body } } as const
    return submitted(await execute(request, endorsements, endorsementStream(endorsementId), command, { isNew: true }))
  })

  const change = (command: EndorsementCommand, request: FastifyRequest) =>
    execute(request, endorsements, endorsementStream(command.data.endorsementId), command)

  async function row(id: number): Promise<api.AdminEndorsement> {
    const found = await endorsementRow(knex, id)
    if (!found) throw new DomainError('not_found', 'Endorsement not found.')
    return found
  }

  route(app, api.approveEndorsement, { policy: 'admin' }, async ({ params: { id }, request }) => {
    await requireLiving({ knex, subjects }, 'endorsements', id)
    await change({ type: 'ApproveEndorsement', data: { endorsementId: id } }, request)
    return { ...(await row(id)), isApproved: true, status: 'approved', rejectionReason: null } as const
  })

  route(app, api.rejectEndorsement, { policy: 'admin' }, async ({ params: { id }, body: { reason }, request }) => {
    await requireLiving({ knex, subjects }, 'endorsements', id)
    const events = await change({ type: 'RejectEndorsement', data: { endorsementId: id, reason } }, request)
    const rejected = { isApproved: false, status: 'rejected', rejectionReason: reason } as const
    // Nothing was decided the second time: the first reason stays.
    return { ...(await row(id)), ...(events.length > 0 && rejected) }
  })

  route(app, api.deleteEndorsement, { policy: 'admin' }, async ({ params: { id }, request }) => {
    await change({ type: 'DeleteEndorsement', data: { endorsementId: id } }, request)
  })

  route(app, api.restoreEndorsement, { policy: 'admin' }, async ({ params: { id }, request }) => {
    await requireLiving({ knex, subjects }, 'endorsements', id, cannotRestore)
    const events = await change({ type: 'RestoreEndorsement', data: { endorsementId: id } }, request)
    const restored = { isApproved: false, status: 'pending', rejectionReason: null } as const
    return { ...(await row(id)), ...(events.length > 0 && restored) }
  })
}
