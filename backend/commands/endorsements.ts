import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import * as api from '../../contract/endorsements.ts'
import { endorsementWords } from '../../records/endorsements.ts'
import { namesOf } from '../../records/names.ts'
import {
  type EndorsementCommand,
  type EndorsementEvent,
  endorsementStream,
  endorsements,
} from '../domain/endorsements.ts'
import { DomainError } from '../kernel/eventlog/decider.ts'
import type { SubjectKeys } from '../kernel/eventlog/encryption/subject-keys.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import type { IdempotencyKey } from '../kernel/http/idempotency-key.ts'
import type { WaitForProjection } from '../kernel/http/pending-position.ts'
import { formRoute } from '../kernel/http/plain-forms.ts'
import { route, staff } from '../kernel/http/route.ts'
import { endorsementRow, ownEndorsementRow } from '../read-model/endorsements.ts'
import { type Execute, type NextId, numbered, requireLiving, subjectFor } from './command.ts'
import { type EditForm, showingCurrent, sinceRevision } from './concurrent-edits.ts'
import { enterItem } from './hand-entries.ts'
import type { OriginOf } from './origins.ts'
import { ownItemRoutes } from './own-items.ts'
import type { OwnerTools } from './own-links.ts'
import { readBefore, reviewRoutes } from './review.ts'

type EndorsementTools = Pick<OwnerTools, 'ownLinkTokens'> & {
  execute: Execute
  waitForProjection: WaitForProjection
  nextId: NextId<'endorsement'>
  subjects: Pick<SubjectKeys, 'anonymous' | 'emailHash' | 'erasedAmong' | 'forEmail' | 'read'>
  originOf: OriginOf
  knex: Knex
}

const form: EditForm = { fields: namesOf(endorsementWords) }

/** Built from the event, not the request, so that a replay returns the first answer. */
function submitted(events: readonly Recorded<EndorsementEvent>[]): api.PublicEndorsement {
  const event = events.find((event) => event.type === 'EndorsementSubmitted')
  if (!event) throw new Error('SubmitEndorsement decided nothing.')
  const { endorsementId, name, title, endorsementText } = event.data
  return { id: endorsementId, name, title, endorsementText, createdAt: event.metadata.at }
}

export async function endorsementCommands(
  app: FastifyInstance,
  { execute, waitForProjection, nextId, subjects, originOf, ownLinkTokens, knex }: EndorsementTools,
): Promise<void> {
  const nextNumber = (key: IdempotencyKey, taken?: number) => nextId('endorsement', key, taken)
  const publicForm = { name: 'endorsements', page: '/endorsements', keepAnswer: false } as const
  formRoute(app, api.submitEndorsement, publicForm, async ({ body, request }) => {
    const draw = (taken?: number) => nextId('endorsement', request.idempotency, taken)
    const asked = [draw(), subjectFor(subjects, body.email), originOf(request, 'endorsements')] as const
    const [first, subject, from] = await Promise.all(asked)
    return numbered(first, draw, async (endorsementId) => {
      const command = { type: 'SubmitEndorsement', data: { endorsementId, subject, ...body, ...from } } as const
      const stream = endorsementStream(endorsementId)
      return submitted(await execute(request, endorsements, stream, command, { isNumbered: true }))
    })
  })

  route(app, api.enterEndorsement, staff('endorsements'), async ({ body, request }) => {
    const subject = await subjectFor(subjects, body.email)
    const { name, endorsementText } = body
    const same = { name, endorsement_text: endorsementText, subject }
    const tools = { knex, subjects, nextId: nextNumber }
    return enterItem(tools, request, { table: 'endorsements', same, subject, body }, async (endorsementId, context) => {
      const command = { type: 'EnterEndorsement', data: { endorsementId, subject, ...body } } as const
      const options = { isNumbered: true, context }
      const events = await execute(request, endorsements, endorsementStream(endorsementId), command, options)
      return { id: submitted(events).id, events }
    })
  })

  route(app, api.correctEndorsement, staff('endorsements'), async ({ params: { id }, body, request }) => {
    await requireLiving({ knex, subjects }, 'endorsements', id)
    const command = { type: 'CorrectEndorsement', data: { endorsementId: id, ...body } } as const
    await showingCurrent(
      { waitForProjection, request },
      () => endorsementRow(knex, id),
      () => execute(request, endorsements, endorsementStream(id), command, { check: sinceRevision(request, form) }),
    )
    const row = await endorsementRow(knex, id)
    if (!row) throw new DomainError('not_found', 'Endorsement not found.')
    return row
  })

  const change = (request: FastifyRequest, command: EndorsementCommand) =>
    execute(request, endorsements, endorsementStream(command.data.endorsementId), command, {
      check: sinceRevision(request, form, readBefore),
    })
  reviewRoutes(
    app,
    api.endorsementReview,
    { knex, subjects, waitForProjection },
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

  const asAuthor = (request: FastifyRequest, command: EndorsementCommand) =>
    execute(request, endorsements, endorsementStream(command.data.endorsementId), command, {
      check: sinceRevision(request, form),
    })
  ownItemRoutes(
    app,
    api.ownEndorsement,
    { knex, subjects, ownLinkTokens, waitForProjection },
    {
      topic: 'endorsements',
      notFound: 'Endorsement not found.',
      row: ownEndorsementRow,
      correct: (request, { id: endorsementId, author }, said) =>
        asAuthor(request, { type: 'CorrectEndorsementAsAuthor', data: { endorsementId, author, ...said } }),
      withdraw: (request, { id: endorsementId, author }) =>
        asAuthor(request, { type: 'WithdrawEndorsement', data: { endorsementId, author } }),
    },
  )
}
