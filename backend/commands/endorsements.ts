import type { FastifyInstance } from 'fastify'
import {
  approveEndorsement,
  deleteEndorsement,
  type PublicEndorsement,
  submitEndorsement,
} from '../../contract/endorsements.ts'
import { DomainError } from '../domain/decider.ts'
import { type EndorsementEvent, endorsementStream, endorsements } from '../domain/endorsements.ts'
import type { Recorded } from '../eventlog/metadata.ts'
import { formRoute } from '../http/plain-forms.ts'
import { route } from '../http/route.ts'
import { type CommandTools, requireLiving, subjectFor } from './command.ts'

/** From the event, not from the request: a replay gets the first answer. */
function submitted(events: readonly Recorded<EndorsementEvent>[]): PublicEndorsement {
  const event = events.find((event) => event.type === 'EndorsementSubmitted')
  if (!event) throw new Error('SubmitEndorsement decided nothing.')
  const { endorsementId, name, title, endorsementText } = event.data
  return { id: endorsementId, name, title, endorsementText, createdAt: event.metadata.at }
}

export async function endorsementCommands(app: FastifyInstance, tools: CommandTools): Promise<void> {
  const { handle, nextId, context, waitForProjection, rows } = tools

  formRoute(app, submitEndorsement, { page: '/endorsements' }, async ({ body, request }) => {
    const [endorsementId, subject] = await Promise.all([nextId('endorsement'), subjectFor(tools, body.email)])
    const { events, position } = await handle(
      endorsements,
      endorsementStream(endorsementId),
      { type: 'SubmitEndorsement', data: { endorsementId, subject, ...body } },
      context(request),
      { isNew: true },
    )
    await waitForProjection(position, request)
    return submitted(events)
  })

  route(app, approveEndorsement, { policy: 'admin' }, async ({ params: { id }, request }) => {
    await requireLiving(tools, 'endorsements', id)
    const command = { type: 'ApproveEndorsement', data: { endorsementId: id } } as const
    const { position } = await handle(endorsements, endorsementStream(id), command, context(request))
    await waitForProjection(position, request)
    const row = await rows.endorsement(id)
    if (!row) throw new DomainError('not_found', 'Endorsement not found.')
    return { ...row, isApproved: true }
  })

  route(app, deleteEndorsement, { policy: 'admin' }, async ({ params: { id }, request }) => {
    const command = { type: 'DeleteEndorsement', data: { endorsementId: id } } as const
    const { position } = await handle(endorsements, endorsementStream(id), command, context(request))
    await waitForProjection(position, request)
    return undefined
  })
}
