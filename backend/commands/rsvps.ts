import type { FastifyInstance, FastifyRequest } from 'fastify'
import { cancelRsvp, exportRsvps, removeRsvp, submitRsvp } from '../../contract/rsvps.ts'
import { createKeyedQueue } from '../concurrency/keyed-queue.ts'
import { DomainError } from '../domain/decider.ts'
import { rsvpStream, rsvps } from '../domain/rsvps.ts'
import { writeCsv } from '../http/csv.ts'
import { formRoute } from '../http/plain-forms.ts'
import { HttpProblem } from '../http/problem.ts'
import { route } from '../http/route.ts'
import type { CommandTools } from './command.ts'

export async function rsvpCommands(app: FastifyInstance, tools: CommandTools): Promise<void> {
  const { handle, subjects, nextId, context, waitForProjection, rows, rsvpTokens } = tools
  const inTurn = createKeyedQueue()

  const form = {
    page: '/events/:id',
    flags: ['joinWaitingList'],
    thanks: ({ status }: { status: 'confirmed' | 'waiting' }) => (status === 'waiting' ? 'waiting' : 'sent'),
  }
  formRoute(app, submitRsvp, form, async ({ params, body, request }) => {
    const { name, email, joinWaitingList } = body
    const campaignEventId = params.id
    const offer = await rows.campaignEvent(campaignEventId)
    if (!offer?.isActive) throw new DomainError('not_found', 'Event not found.')
    const [rsvpId, subject] = await Promise.all([nextId('rsvp'), subjects.forEmail(email)])
    const rsvp = { campaignEventId, rsvpId, subject, name, email }
    const stream = rsvpStream(campaignEventId)
    const { status, capacity } = offer
    const { events, position } = await inTurn(stream, () =>
      handle(
        rsvps,
        stream,
        { type: 'RegisterRsvp', data: { rsvp, offer: { status, capacity }, joinWaitingList } },
        context(request),
      ),
    )
    await waitForProjection(position, request)
    // A known address appends nothing and is answered as a new one would be: nobody learns here who else comes.
    const isWaiting = events.length > 0 ? events.some(({ type }) => type === 'RsvpWaitlisted') : offer.seatsLeft === 0
    return { status: isWaiting ? ('waiting' as const) : ('confirmed' as const) }
  })

  route(app, cancelRsvp, { policy: 'public' }, async ({ body, request }) => {
    const place = await rsvpTokens.read(body.token)
    if (!place) throw new HttpProblem(400, 'This link is not valid any more. Please use the link of your latest mail.')
    await giveBack(place, request)
    return { status: 'cancelled' as const }
  })

  route(app, removeRsvp, { policy: 'admin' }, async ({ params: { id, rsvpId }, request }) => {
    const guest = await rows.rsvp(rsvpId)
    if (guest?.campaignEventId !== id) throw new DomainError('not_found', 'Guest not found.')
    await giveBack({ campaignEventId: id, rsvpId }, request)
    return undefined
  })

  route(app, exportRsvps, { policy: 'admin', keepAnswer: false }, async ({ params: { id }, request, reply }) => {
    if (!(await rows.campaignEvent(id))) throw new DomainError('not_found', 'Event not found.')
    const guests = await rows.openRsvps(id)
    // Before the file leaves: an export that is not in the log of actions does not happen.
    const data = { campaignEventId: id, guests: guests.length }
    await handle(rsvps, rsvpStream(id), { type: 'ExportGuestList', data }, context(request))
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="guests-of-event-${id}.csv"`)
    return writeCsv(
      ['Name', 'Email', 'Status', 'Registered at'],
      guests.map(({ name, email, status, createdAt }) => [name, email, status, createdAt]),
    )
  })

  /** Of a deleted event nobody gets the seat, but giving it back is still taken note of. */
  async function giveBack(place: { campaignEventId: number; rsvpId: number }, request: FastifyRequest): Promise<void> {
    const event = await rows.campaignEvent(place.campaignEventId)
    const offer = { status: event?.status ?? ('cancelled' as const), capacity: event?.capacity ?? null }
    const stream = rsvpStream(place.campaignEventId)
    const { position } = await inTurn(stream, () =>
      handle(rsvps, stream, { type: 'CancelRsvp', data: { place, offer } }, context(request)),
    )
    await waitForProjection(position, request)
  }
}
