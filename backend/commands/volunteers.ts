import type { FastifyInstance } from 'fastify'
import {
  type AppliedVolunteer,
  applyAsVolunteer,
  correctVolunteer,
  removeVolunteer,
} from '../../contract/volunteers.ts'
import { DomainError } from '../domain/decider.ts'
import { type VolunteerEvent, volunteerStream, volunteers } from '../domain/volunteers.ts'
import type { Recorded } from '../eventlog/metadata.ts'
import { formRoute } from '../http/plain-forms.ts'
import { route } from '../http/route.ts'
import { type CommandTools, requireLiving } from './command.ts'

/** From the event, not from the request: a replay gets the first answer. */
function applied(events: readonly Recorded<VolunteerEvent>[]): AppliedVolunteer {
  const event = events.find((event) => event.type === 'VolunteerApplied')
  if (!event) throw new Error('ApplyAsVolunteer decided nothing.')
  return { id: event.data.volunteerId, createdAt: event.metadata.at }
}

export async function volunteerCommands(app: FastifyInstance, tools: CommandTools): Promise<void> {
  const { handle, subjects, nextId, context, waitForProjection, rows, pageVariations } = tools

  formRoute(app, applyAsVolunteer, { page: '/volunteer', lists: ['interests'] }, async ({ body, request }) => {
    const [volunteerId, subject] = await Promise.all([nextId('volunteer'), subjects.forEmail(body.email)])
    const { events, position } = await handle(
      volunteers,
      volunteerStream(volunteerId),
      { type: 'ApplyAsVolunteer', data: { ...body, volunteerId, subject, userId: request.person?.id ?? null } },
      context(request),
      { isNew: true },
    )
    pageVariations.creditConversion(request, 'volunteered')
    await waitForProjection(position, request)
    return applied(events)
  })

  route(app, correctVolunteer, { policy: 'admin' }, async ({ params: { id }, body, request }) => {
    await requireLiving(tools, 'volunteers', id)
    const command = {
      type: 'CorrectVolunteer',
      data: { volunteerId: id, subject: await subjects.forEmail(body.email), ...body },
    } as const
    const { position } = await handle(volunteers, volunteerStream(id), command, context(request))
    await waitForProjection(position, request)
    const row = await rows.volunteer(id)
    if (!row) throw new DomainError('not_found', 'Volunteer not found.')
    return { ...row, ...body }
  })

  route(app, removeVolunteer, { policy: 'admin' }, async ({ params: { id }, request }) => {
    const command = { type: 'RemoveVolunteer', data: { volunteerId: id } } as const
    const { position } = await handle(volunteers, volunteerStream(id), command, context(request))
    await waitForProjection(position, request)
    return undefined
  })
}
