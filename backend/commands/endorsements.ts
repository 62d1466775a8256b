import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import * as api from '../../contract/endorsements.ts'
import {
  type EndorsementCommand,
  type EndorsementEvent,
  endorsementStream,
  endorsements,
} from '../domain/endorsements.ts'
import type { SubjectKeys } from '../kernel/eventlog/encryption/subject-keys.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import { formRoute } from '../kernel/http/plain-forms.ts'
import { endorsementRow } from '../read-model/endorsements.ts'
import { type Execute, type NextId, numbered, subjectFor } from './command.ts'
import type { OriginOf } from './origins.ts'
import { reviewRoutes } from './review.ts'

type EndorsementTools = {
  execute: Execute
  nextId: NextId<'endorsement'>
  subjects: Pick<SubjectKeys, 'anonymous' | 'forEmail' | 'read'>
  originOf: OriginOf
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
  { execute, nextId, subjects, originOf, knex }: EndorsementTools,
): Promise<void> {
  const form = { name: 'endorsements', page: '/endorsements', keepAnswer: false } as const
  formRoute(app, api.submitEndorsement, form, async ({ body, request }) => {
    const draw = (taken?: number) => nextId('endorsement', request.idempotency, taken)
    const asked = [draw(), subjectFor(subjects, body.email), originOf(request)] as const
    const [first, subject, from] = await Promise.all(asked)
    return numbered(first, draw, async (endorsementId) => {
      const command = { type: 'SubmitEndorsement', data: { endorsementId, subject, ...body, ...from } } as const
      const stream = endorsementStream(endorsementId)
      return submitted(await execute(request, endorsements, stream, command, { isNumbered: true }))
    })
  })

  const change = (request: FastifyRequest, command: EndorsementCommand) =>
    execute(request, endorsements, endorsementStream(command.data.endorsementId), command)
  reviewRoutes(
    app,
    api.endorsementReview,
    { knex, subjects },
    {
      topic: 'endorsements',
      notFound: 'Endorsement not found.',
      row: endorsementRow,
      approve: (request, endorsementId) => change(request, { type: 'ApproveEndorsement', data: { endorsementId } }),
      reject: (request, endorsementId, reason) =>
        change(request, { type: 'RejectEndorsement', data: { endorsementId, reason } }),
      delete: (request, endorsementId) => change(request, { type: 'DeleteEndorsement', data: { endorsementId } }),
      restore: (request, endorsementId) => change(request, { type: 'RestoreEndorsement', data: { endorsementId } }),
    },
  )
}
