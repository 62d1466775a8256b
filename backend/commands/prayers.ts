import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { approvePrayer, deletePrayer, type PublicPrayer, submitPrayer } from '../../contract/prayers.ts'
import { DomainError } from '../domain/decider.ts'
import { type PrayerEvent, prayerStream, prayers } from '../domain/prayers.ts'
import type { SubjectKeys } from '../eventlog/encryption/subject-keys.ts'
import type { Recorded } from '../eventlog/metadata.ts'
import { formRoute } from '../http/plain-forms.ts'
import { route } from '../http/route.ts'
import { prayerRow } from '../read-model/prayers.ts'
import { type Execute, requireLiving, subjectFor } from './command.ts'

type PrayerTools = {
  execute: Execute
  nextId(sequence: 'prayer'): Promise<number>
  subjects: Pick<SubjectKeys, 'anonymous' | 'forEmail' | 'read'>
  knex: Knex
}

/** Built from the event, not the request, so that a replay returns the first answer. */
function submitted(events: readonly Recorded<PrayerEvent>[]): PublicPrayer {
  const event = events.find((event) => event.type === 'PrayerSubmitted')
  if (!event) throw new Error('SubmitPrayer decided nothing.')
  const { prayerId, firstName, location, prayer } = event.data
  return { id: prayerId, prayer, name: firstName, location, createdAt: event.metadata.at }
}

export async function prayerCommands(
  app: FastifyInstance,
  { execute, nextId, subjects, knex }: PrayerTools,
): Promise<void> {
  formRoute(app, submitPrayer, { page: '/prayers' }, async ({ body, request }) => {
    const [prayerId, subject] = await Promise.all([nextId('prayer'), subjectFor(subjects, body.email)])
    const command = { type: 'SubmitPrayer', data: { prayerId, subject, ...body } } as const
    return submitted(await execute(request, prayers, prayerStream(prayerId), command, { isNew: true }))
  })

  route(app, approvePrayer, { policy: 'admin' }, async ({ params: { id }, request }) => {
    await requireLiving({ knex, subjects }, 'prayers', id)
    await execute(request, prayers, prayerStream(id), { type: 'ApprovePrayer', data: { prayerId: id } })
    const row = await prayerRow(knex, id)
    if (!row) throw new DomainError('not_found', 'Prayer not found.')
    return { ...row, isApproved: true }
  })

  route(app, deletePrayer, { policy: 'admin' }, async ({ params: { id }, request }) => {
    await execute(request, prayers, prayerStream(id), { type: 'DeletePrayer', data: { prayerId: id } })
    return undefined
  })
}
