import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import { campaign } from '../../contract/campaign.ts'
import * as api from '../../contract/prayers.ts'
import { namesOf } from '../../records/names.ts'
import { prayerWords } from '../../records/prayers.ts'
import { type PrayerCommand, type PrayerEvent, prayerStream, prayers } from '../domain/prayers.ts'
import { DomainError } from '../kernel/eventlog/decider.ts'
import type { SubjectKeys } from '../kernel/eventlog/encryption/subject-keys.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import type { IdempotencyKey } from '../kernel/http/idempotency-key.ts'
import type { WaitForProjection } from '../kernel/http/pending-position.ts'
import { formRoute } from '../kernel/http/plain-forms.ts'
import { route, staff } from '../kernel/http/route.ts'
import { ownPrayerRow, prayerRow } from '../read-model/prayers.ts'
import { type Execute, type NextId, numbered, requireLiving, subjectFor } from './command.ts'
import { type EditForm, showingCurrent, sinceRevision } from './concurrent-edits.ts'
import { enterItem } from './hand-entries.ts'
import type { OriginOf } from './origins.ts'
import { ownItemRoutes } from './own-items.ts'
import type { OwnerTools } from './own-links.ts'
import { readBefore, reviewRoutes } from './review.ts'

type PrayerTools = Pick<OwnerTools, 'ownLinkTokens'> & {
  execute: Execute
  waitForProjection: WaitForProjection
  nextId: NextId<'prayer'>
  subjects: Pick<SubjectKeys, 'anonymous' | 'emailHash' | 'erasedAmong' | 'forEmail' | 'read'>
  originOf: OriginOf
  knex: Knex
}

const form: EditForm = { fields: namesOf(prayerWords) }

/** Built from the event, not the request, so that a replay returns the first answer. */
function submitted(events: readonly Recorded<PrayerEvent>[]): api.PublicPrayer {
  const event = events.find((event) => event.type === 'PrayerSubmitted')
  if (!event) throw new Error('SubmitPrayer decided nothing.')
  const { prayerId, firstName, location, prayer } = event.data
  return { id: prayerId, prayer, name: firstName, location, createdAt: event.metadata.at }
}

export async function prayerCommands(
  app: FastifyInstance,
  { execute, waitForProjection, nextId, subjects, originOf, ownLinkTokens, knex }: PrayerTools,
): Promise<void> {
  const nextNumber = (key: IdempotencyKey, taken?: number) => nextId('prayer', key, taken)
  const publicForm = { name: 'prayers', page: '/prayers', keepAnswer: false } as const
  if (campaign.hasPrayers)
    formRoute(app, api.submitPrayer, publicForm, async ({ body, request }) => {
      const draw = (taken?: number) => nextId('prayer', request.idempotency, taken)
      const asked = [draw(), subjectFor(subjects, body.email), originOf(request, 'prayers')] as const
      const [first, subject, from] = await Promise.all(asked)
      return numbered(first, draw, async (prayerId) => {
        const command = { type: 'SubmitPrayer', data: { prayerId, subject, ...body, ...from } } as const
        return submitted(await execute(request, prayers, prayerStream(prayerId), command, { isNumbered: true }))
      })
    })

  route(app, api.enterPrayer, staff('prayers'), async ({ body, request }) => {
    const subject = await subjectFor(subjects, body.email)
    const { firstName, prayer, email } = body
    const same = {
      first_name: firstName,
      prayer,
      [email === null ? 'email' : 'subject']: email === null ? null : subject,
    }
    const tools = { knex, subjects, nextId: nextNumber }
    return enterItem(tools, request, { table: 'prayers', same, subject, body }, async (prayerId, context) => {
      const command = { type: 'EnterPrayer', data: { prayerId, subject, ...body } } as const
      const options = { isNumbered: true, context }
      const events = await execute(request, prayers, prayerStream(prayerId), command, options)
      return { id: submitted(events).id, events }
    })
  })

  route(app, api.correctPrayer, staff('prayers'), async ({ params: { id }, body, request }) => {
    await requireLiving({ knex, subjects }, 'prayers', id)
    const command = { type: 'CorrectPrayer', data: { prayerId: id, ...body } } as const
    await showingCurrent(
      { waitForProjection, request },
      () => prayerRow(knex, id),
      () => execute(request, prayers, prayerStream(id), command, { check: sinceRevision(request, form) }),
    )
    const row = await prayerRow(knex, id)
    if (!row) throw new DomainError('not_found', 'Prayer not found.')
    return row
  })

  const change = (request: FastifyRequest, command: PrayerCommand) =>
    execute(request, prayers, prayerStream(command.data.prayerId), command, {
      check: sinceRevision(request, form, readBefore),
    })
  reviewRoutes(
    app,
    api.prayerReview,
    { knex, subjects, waitForProjection },
    {
      topic: 'prayers',
      notFound: 'Prayer not found.',
      row: prayerRow,
      approve: (request, prayerId) => change(request, { type: 'ApprovePrayer', data: { prayerId } }),
      reject: (request, prayerId, reason) => change(request, { type: 'RejectPrayer', data: { prayerId, reason } }),
      delete: (request, prayerId) => change(request, { type: 'DeletePrayer', data: { prayerId } }),
      restore: (request, prayerId) => change(request, { type: 'RestorePrayer', data: { prayerId } }),
    },
  )

  const asAuthor = (request: FastifyRequest, command: PrayerCommand) =>
    execute(request, prayers, prayerStream(command.data.prayerId), command, { check: sinceRevision(request, form) })
  ownItemRoutes(
    app,
    api.ownPrayer,
    { knex, subjects, ownLinkTokens, waitForProjection },
    {
      topic: 'prayers',
      notFound: 'Prayer not found.',
      row: ownPrayerRow,
      correct: (request, { id: prayerId, author }, said) =>
        asAuthor(request, { type: 'CorrectPrayerAsAuthor', data: { prayerId, author, ...said } }),
      withdraw: (request, { id: prayerId, author }) =>
        asAuthor(request, { type: 'WithdrawPrayer', data: { prayerId, author } }),
    },
  )
}
