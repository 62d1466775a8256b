import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import { campaign } from '../../contract/campaign.ts'
import * as api from '../../contract/prayers.ts'
import { DomainError } from '../domain/decider.ts'
import { type PrayerCommand, type PrayerEvent, prayerStream, prayers } from '../domain/prayers.ts'
import type { SubjectKeys } from '../eventlog/encryption/subject-keys.ts'
import type { Recorded } from '../eventlog/metadata.ts'
import { formRoute } from '../http/plain-forms.ts'
import { route } from '../http/route.ts'
import { prayerRow } from '../read-model/prayers.ts'
import { cannotRestore, type Execute, type NextId, requireLiving, subjectFor } from './command.ts'

type PrayerTools = {
  execute: Execute
  nextId: NextId<'prayer'>
  subjects: Pick<SubjectKeys, 'anonymous' | 'forEmail' | 'read'>
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
  { execute, nextId, subjects, knex }: PrayerTools,
): Promise<void> {
  const form = { name: 'prayers', page: '/prayers', keepAnswer: false } as const
  if (campaign.hasPrayers)
    formRoute(app, api.submitPrayer, form, async ({ body, request }) => {
      const [prayerId, subject] = await Promise.all([
        nextId('prayer', request.idempotency),
        subjectFor(subjects, body.email),
      ])
      const command = { type: 'SubmitPrayer', data: { prayerId, subject, ...body } } as const
      return submitted(await execute(request, prayers, prayerStream(prayerId), command, { isNew: true }))
    })

  const change = (command: PrayerCommand, request: FastifyRequest) =>
    execute(request, prayers, prayerStream(command.data.prayerId), command)

  async function row(id: number): Promise<api.AdminPrayer> {
    const found = await prayerRow(knex, id)
    if (!found) throw new DomainError('not_found', 'Prayer not found.')
    return found
  }

  route(app, api.approvePrayer, { policy: 'admin' }, async ({ params: { id }, request }) => {
    await requireLiving({ knex, subjects }, 'prayers', id)
    await change({ type: 'ApprovePrayer', data: { prayerId: id } }, request)
    return { ...(await row(id)), isApproved: true, status: 'approved', rejectionReason: null } as const
  })

  route(app, api.rejectPrayer, { policy: 'admin' }, async ({ params: { id }, body: { reason }, request }) => {
    await requireLiving({ knex, subjects }, 'prayers', id)
    const events = await change({ type: 'RejectPrayer', data: { prayerId: id, reason } }, request)
    const rejected = { isApproved: false, status: 'rejected', rejectionReason: reason } as const
    // Nothing was decided the second time: the first reason stays.
    return { ...(await row(id)), ...(events.length > 0 && rejected) }
  })

  route(app, api.deletePrayer, { policy: 'admin' }, async ({ params: { id }, request }) => {
    await change({ type: 'DeletePrayer', data: { prayerId: id } }, request)
  })

  route(app, api.restorePrayer, { policy: 'admin' }, async ({ params: { id }, request }) => {
    await requireLiving({ knex, subjects }, 'prayers', id, cannotRestore)
    const events = await change({ type: 'RestorePrayer', data: { prayerId: id } }, request)
    const restored = { isApproved: false, status: 'pending', rejectionReason: null } as const
    return { ...(await row(id)), ...(events.length > 0 && restored) }
  })
}
