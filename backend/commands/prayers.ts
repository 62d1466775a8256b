import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import { campaign } from '../../contract/campaign.ts'
import * as api from '../../contract/prayers.ts'
import { type PrayerCommand, type PrayerEvent, prayerStream, prayers } from '../domain/prayers.ts'
import type { SubjectKeys } from '../kernel/eventlog/encryption/subject-keys.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import { formRoute } from '../kernel/http/plain-forms.ts'
import { prayerRow } from '../read-model/prayers.ts'
import { type Execute, type NextId, numbered, subjectFor } from './command.ts'
import type { OriginOf } from './origins.ts'
import { reviewRoutes } from './review.ts'

type PrayerTools = {
  execute: Execute
  nextId: NextId<'prayer'>
  subjects: Pick<SubjectKeys, 'anonymous' | 'forEmail' | 'read'>
  originOf: OriginOf
  knex: Knex
}

/** Built from the event, not the request, so that a replay returns the first answer. */
function submitted(events: readonly Recorded<PrayerEvent>[]): api.PublicPrayer {
  const event = events.find((event) => event.type === 'PrayerSubmitted')
  if (!event) throw new Error('SubmitPrayer decided nothing.')
  const { prayerId, firstName, location, prayer } = event.data
  return { id: prayerId, prayer, name: firstName, location, createdAt: event.metadata.at }
}

export async function prayerCommands(
  app: FastifyInstance,
  { execute, nextId, subjects, originOf, knex }: PrayerTools,
): Promise<void> {
  const form = { name: 'prayers', page: '/prayers', keepAnswer: false } as const
  if (campaign.hasPrayers)
    formRoute(app, api.submitPrayer, form, async ({ body, request }) => {
      const draw = (taken?: number) => nextId('prayer', request.idempotency, taken)
      const asked = [draw(), subjectFor(subjects, body.email), originOf(request)] as const
      const [first, subject, from] = await Promise.all(asked)
      return numbered(first, draw, async (prayerId) => {
        const command = { type: 'SubmitPrayer', data: { prayerId, subject, ...body, ...from } } as const
        return submitted(await execute(request, prayers, prayerStream(prayerId), command, { isNumbered: true }))
      })
    })

  const change = (request: FastifyRequest, command: PrayerCommand) =>
    execute(request, prayers, prayerStream(command.data.prayerId), command)
  reviewRoutes(
    app,
    api.prayerReview,
    { knex, subjects },
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
}
