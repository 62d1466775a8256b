import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import { cancelLinkedRsvp, correctLinkedRsvp } from '../../contract/my-campaign.ts'
import { inboxBudgets } from '../../contract/request-budgets.ts'
import {
  cancelOwnRsvp,
  cancelRsvp,
  correctOwnRsvp,
  enterGuest,
  exportRsvps,
  removeRsvp,
  submitRsvp,
} from '../../contract/rsvps.ts'
import type { RsvpPlace } from '../../records/mail.ts'
import { origin } from '../../records/origins.ts'
import { guest } from '../../records/rsvps.ts'
import { offerOf, rsvpStream, rsvps } from '../domain/rsvps.ts'
import { DomainError } from '../kernel/eventlog/decider.ts'
import type { SubjectKeys } from '../kernel/eventlog/encryption/subject-keys.ts'
import { commandContext } from '../kernel/http/command-context.ts'
import { writeCsv } from '../kernel/http/csv.ts'
import { formRoute } from '../kernel/http/plain-forms.ts'
import { HttpProblem } from '../kernel/http/problem.ts'
import { route } from '../kernel/http/route.ts'
import { campaignEventRow } from '../read-model/campaign-events.ts'
import { authorOfOwn, type Owner } from '../read-model/own-items.ts'
import { countCancelled, type ExportedGuest, exportedGuests, openRsvps, rsvpRow } from '../read-model/rsvps.ts'
import { accountRow } from '../read-model/users.ts'
import { createExecute, type ExecuteTools, oneAtATime } from './command.ts'
import { cellsOf, consentCells, districtCells, type RowColumns } from './exports/row-files.ts'
import { enteredAs, requireEntry } from './hand-entries.ts'
import type { OriginOf } from './origins.ts'
import { accountOwner, linkGuard, linkOwner, type OwnerTools } from './own-links.ts'

type RsvpTools = ExecuteTools &
  Pick<OwnerTools, 'ownLinkTokens'> & {
    nextId(sequence: 'rsvp'): Promise<number>
    subjects: Pick<SubjectKeys, 'erasedAmong' | 'find' | 'forEmail' | 'read'>
    /** Reads the link of a confirmation email; null when it is invalid or expired. */
    rsvpTokens: { read(token: string): Promise<RsvpPlace | null> }
    originOf: OriginOf
    knex: Knex
  }

const noRsvp = () => new DomainError('not_found', 'Registration not found.')

/** Further cells of a guest, behind those for the door. */
const moreCells: RowColumns<ExportedGuest> = [
  ...consentCells,
  ...cellsOf(origin),
  ...cellsOf({ zipCode: guest.zipCode }),
  ...districtCells,
]

export async function rsvpCommands(
  app: FastifyInstance,
  { handle, waitForProjection, nextId, subjects, rsvpTokens, ownLinkTokens, originOf, knex }: RsvpTools,
): Promise<void> {
  const execute = createExecute({ handle: oneAtATime(handle), waitForProjection })

  async function cancelledBy(email: string, { params }: FastifyRequest): Promise<number> {
    const subject = await subjects.find(email)
    const event = submitRsvp.schema.params.safeParse(params)
    return subject === null || !event.success ? 0 : countCancelled(knex, { campaignEventId: event.data.id, subject })
  }

  const form = {
    name: 'rsvps' as const,
    page: '/events/:id',
    flags: ['joinWaitingList'],
    takenBack: cancelledBy,
    thanks: ({ status }: { status: 'confirmed' | 'waiting' }) => (status === 'waiting' ? 'waiting-list' : 'rsvps'),
  }
  formRoute(app, submitRsvp, form, async ({ params, body, request }) => {
    const { joinWaitingList, ...said } = body
    const campaignEventId = params.id
    const offer = await campaignEventRow(knex, campaignEventId)
    if (!offer?.isActive) throw new DomainError('not_found', 'Event not found.')
    const asked = [nextId('rsvp'), subjects.forEmail(said.email), originOf(request, 'rsvps')] as const
    const [rsvpId, subject, from] = await Promise.all(asked)
    const isOwner = await ownsAddress(request, subject)
    if (!isOwner) await app.rateLimits.takeForInbox(inboxBudgets.rsvpMail, said.email, request.ip)
    const rsvp = { campaignEventId, rsvpId, subject, ...said, ...from }
    const data = { rsvp, offer: offerOf(offer), joinWaitingList, isOwner }
    const events = await execute(request, rsvps, rsvpStream(campaignEventId), { type: 'RegisterRsvp', data })
    const again = events.find((event) => event.type === 'RsvpMailAskedForAgain')
    // Unless the owner of the address asks, a registered person gets the same answer as a new one, so that visitors
    // cannot learn who else is coming.
    const held = again && isOwner ? await rsvpRow(knex, again.data.rsvpId) : null
    const isWaiting = held
      ? held.status === 'waiting'
      : again
        ? offer.seatsLeft === 0
        : events.some(({ type }) => type === 'RsvpWaitlisted')
    return { status: isWaiting ? ('waiting' as const) : ('confirmed' as const) }
  })

  route(app, enterGuest, { policy: { right: 'guests', of: 'id' } }, async ({ params: { id }, body, request }) => {
    await requireEntry(subjects, body)
    const event = await campaignEventRow(knex, id)
    if (!event) throw new DomainError('not_found', 'Event not found.')
    const { joinWaitingList, ...said } = body
    const [rsvpId, subject] = await Promise.all([nextId('rsvp'), subjects.forEmail(body.email)])
    const rsvp = { campaignEventId: id, rsvpId, subject, ...said }
    const command = { type: 'EnterGuest', data: { rsvp, offer: offerOf(event), joinWaitingList } } as const
    const [made] = await execute(request, rsvps, rsvpStream(id), command)
    const isNew = made?.type === 'RsvpConfirmed' || made?.type === 'RsvpWaitlisted'
    const held = isNew
      ? null
      : (await openRsvps(knex, { subject })).find(({ campaignEventId }) => campaignEventId === id)
    return enteredAs(knex, subject, { id: isNew ? made.data.rsvpId : (held?.id ?? null), isNew })
  })

  route(app, cancelRsvp, { policy: 'public' }, async ({ body, request }) => {
    const place = await rsvpTokens.read(body.token)
    if (!place) throw new HttpProblem(400, 'This link is no longer valid. Please use the link in your latest email.')
    await giveBack(place, request)
    return { status: 'cancelled' as const }
  })

  route(app, cancelOwnRsvp, { policy: 'user' }, async ({ params: { id }, request }) =>
    cancelOwn(id, await accountOwner({ knex }, request), request),
  )
  route(app, cancelLinkedRsvp, linkGuard, async ({ params: { id }, body: { token }, request }) =>
    cancelOwn(id, await linkOwner({ knex, subjects, ownLinkTokens }, token, request), request),
  )
  route(app, correctOwnRsvp, { policy: 'user' }, async ({ params: { id }, body: { name }, request }) =>
    renameOwn(id, name, await accountOwner({ knex }, request), request),
  )
  route(app, correctLinkedRsvp, linkGuard, async ({ params: { id }, body: { token, name }, request }) =>
    renameOwn(id, name, await linkOwner({ knex, subjects, ownLinkTokens }, token, request), request),
  )

  route(app, removeRsvp, { policy: { right: 'guests', of: 'id' } }, async ({ params: { id, rsvpId }, request }) => {
    const removed = await rsvpRow(knex, rsvpId)
    if (removed?.campaignEventId !== id) throw new DomainError('not_found', 'Guest not found.')
    await giveBack({ campaignEventId: id, rsvpId }, request)
  })

  route(
    app,
    exportRsvps,
    { policy: { right: ['export', 'guests'], of: 'id' }, needsProof: true, keepAnswer: false },
    async ({ params: { id }, query, request, reply }) => {
      if (!(await campaignEventRow(knex, id))) throw new DomainError('not_found', 'Event not found.')
      const guests = await exportedGuests(knex, id, query)
      // Logged before the file is sent: no export without an entry among the admin actions.
      const data = { campaignEventId: id, guests: guests.length }
      await handle(rsvps, rsvpStream(id), { type: 'ExportGuestList', data }, commandContext(request))
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="guests-of-event-${id}.csv"`)
      return writeCsv(
        ['Name', 'Email', 'Status', 'Registered at', ...moreCells.map(([title]) => title)],
        guests.map((row) => [
          row.name,
          row.email,
          row.status,
          row.createdAt,
          ...moreCells.map(([, cell]) => cell(row)),
        ]),
      )
    },
  )

  /** True when the signed-in person proved that the address is theirs. */
  async function ownsAddress({ person }: FastifyRequest, subject: string): Promise<boolean> {
    const own = person && (await accountRow(knex, person.id))
    return own?.user.isEmailVerified === true && own.subject === subject
  }

  /** A registration of the owner; 404 for one of another person. */
  async function ownPlace(id: number, owner: Owner) {
    const author = await authorOfOwn(knex, owner, { topic: 'rsvps', id })
    const row = author === null ? null : await rsvpRow(knex, id)
    if (row === null) throw noRsvp()
    const { campaignEventId } = row
    return { place: { campaignEventId, rsvpId: id }, offer: offerOf(await campaignEventRow(knex, campaignEventId)) }
  }

  async function cancelOwn(id: number, owner: Owner, request: FastifyRequest) {
    const { place, offer } = await ownPlace(id, owner)
    const command = { type: 'CancelOwnRsvp', data: { place, offer } } as const
    await execute(request, rsvps, rsvpStream(place.campaignEventId), command)
    return (await rsvpRow(knex, id)) ?? Promise.reject(noRsvp())
  }

  async function renameOwn(id: number, name: string, owner: Owner, request: FastifyRequest) {
    const { place, offer } = await ownPlace(id, owner)
    const command = { type: 'CorrectRsvpName', data: { place, offer, name } } as const
    await execute(request, rsvps, rsvpStream(place.campaignEventId), command)
    return (await rsvpRow(knex, id)) ?? Promise.reject(noRsvp())
  }

  /** No guest gets the seat of a deleted or hidden event; the cancellation is recorded anyway. */
  async function giveBack(place: RsvpPlace, request: FastifyRequest): Promise<void> {
    const offer = offerOf(await campaignEventRow(knex, place.campaignEventId))
    const command = { type: 'CancelRsvp', data: { place, offer } } as const
    await execute(request, rsvps, rsvpStream(place.campaignEventId), command)
  }
}
