import type { FastifyInstance } from 'fastify'
import { approvePrayer, deletePrayer, type PublicPrayer, submitPrayer } from '../../contract/prayers.ts'
import { DomainError } from '../domain/decider.ts'
import { type PrayerEvent, prayerStream, prayers } from '../domain/prayers.ts'
import type { Recorded } from '../eventlog/metadata.ts'
import { formRoute } from '../http/plain-forms.ts'
import { route } from '../http/route.ts'
import { type CommandTools, requireLiving, subjectFor } from './command.ts'

/** From the event, not from the request: a replay gets the first answer. */
function submitted(events: readonly Recorded<PrayerEvent>[]): PublicPrayer {
  const event = events.find((event) => event.type === 'PrayerSubmitted')
  if (!event) throw new Error('SubmitPrayer decided nothing.')
  const { prayerId, firstName, location, prayer } = event.data
  return { id: prayerId, prayer, name: firstName, location, createdAt: event.metadata.at }
}

export async function prayerCommands(app: FastifyInstance, tools: CommandTools): Promise<void> {
  const { handle, nextId, context, waitForProjection, rows } = tools

  formRoute(app, submitPrayer, { page: '/prayers' }, async ({ body, request }) => {
    const [prayerId, subject] = await Promise.all([nextId('prayer'), subjectFor(tools, body.email)])
    const { events, position } = await handle(
      prayers,
      prayerStream(prayerId),
      { type: 'SubmitPrayer', data: { prayerId, subject, ...body } },
      context(request),
      { isNew: true },
    )
    await waitForProjection(position, request)
    return submitted(events)
  })

  route(app, approvePrayer, { policy: 'admin' }, async ({ params: { id }, request }) => {
    await requireLiving(tools, 'prayers', id)
    const command = { type: 'ApprovePrayer', data: { prayerId: id } } as const
    const { position } = await handle(prayers, prayerStream(id), command, context(request))
    await waitForProjection(position, request)
    const row = await rows.prayer(id)
    if (!row) throw new DomainError('not_found', 'Prayer not found.')
    return { ...row, isApproved: true }
  })

  route(app, deletePrayer, { policy: 'admin' }, async ({ params: { id }, request }) => {
    const command = { type: 'DeletePrayer', data: { prayerId: id } } as const
    const { position } = await handle(prayers, prayerStream(id), command, context(request))
    await waitForProjection(position, request)
    return undefined
  })
}
