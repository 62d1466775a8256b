import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import { campaignClock } from '../../contract/campaign-event-times.ts'
import * as api from '../../contract/campaign-events.ts'
import { campaignEvent } from '../../records/campaign-events.ts'
import { namesOf } from '../../records/names.ts'
import {
  type CampaignEventCommand,
  type CampaignEventEvent,
  campaignEventStream,
  campaignEvents,
} from '../domain/campaign-events.ts'
import { DomainError } from '../kernel/eventlog/decider.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import type { WaitForProjection } from '../kernel/http/pending-position.ts'
import { route, staff } from '../kernel/http/route.ts'
import { anyCampaignEventRow, campaignEventRow } from '../read-model/campaign-events.ts'
import { type Execute, type NextId, numbered } from './command.ts'
import { type EditForm, showingCurrent, sinceRevision } from './concurrent-edits.ts'

type CampaignEventTools = {
  execute: Execute
  waitForProjection: WaitForProjection
  nextId: NextId<'campaign_event'>
  knex: Knex
}

const form: EditForm = { fields: namesOf(campaignEvent) }

/** Built from the event, not the request, so that a replay returns the first answer. */
function created(events: readonly Recorded<CampaignEventEvent>[]): api.AdminCampaignEvent {
  const event = events.find((event) => event.type === 'CampaignEventCreated')
  if (!event) throw new Error('CreateCampaignEvent decided nothing.')
  const { campaignEventId, ...details } = event.data
  const { startsAt, endsAt } = campaignClock.spanOf(details)
  return {
    id: campaignEventId,
    ...details,
    status: campaignClock.statusOf({ ...details, isCancelled: false }, new Date()),
    seatsLeft: details.capacity,
    isDeleted: false,
    seatsTaken: 0,
    waiting: 0,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    createdAt: event.metadata.at,
    revision: event.revision,
  }
}

export async function campaignEventCommands(
  app: FastifyInstance,
  { execute, waitForProjection, nextId, knex }: CampaignEventTools,
): Promise<void> {
  const change = (command: CampaignEventCommand, request: FastifyRequest) =>
    execute(request, campaignEvents, campaignEventStream(command.data.campaignEventId), command)

  /** Null when it was deleted. */
  async function current(id: number): Promise<api.AdminCampaignEvent | null> {
    const row = await campaignEventRow(knex, id)
    if (!row) return null
    const { uid, sequence, changedAt, ...event } = row
    return event
  }

  async function shown(id: number): Promise<api.AdminCampaignEvent> {
    const row = await current(id)
    if (!row) throw new DomainError('not_found', 'Event not found.')
    return row
  }

  route(app, api.createCampaignEvent, staff('events'), async ({ body, request }) => {
    const draw = (taken?: number) => nextId('campaign_event', request.idempotency, taken)
    return numbered(await draw(), draw, async (campaignEventId) => {
      const command = { type: 'CreateCampaignEvent', data: { campaignEventId, ...body } } as const
      const stream = campaignEventStream(campaignEventId)
      return created(await execute(request, campaignEvents, stream, command, { isNumbered: true }))
    })
  })

  route(app, api.editCampaignEvent, staff('events'), async ({ params: { id }, body, request }) => {
    const command = { type: 'EditCampaignEvent', data: { campaignEventId: id, ...body } } as const
    await showingCurrent(
      { waitForProjection, request },
      () => current(id),
      () => execute(request, campaignEvents, campaignEventStream(id), command, { check: sinceRevision(request, form) }),
    )
    return shown(id)
  })

  route(app, api.cancelCampaignEvent, staff('events'), async ({ params: { id }, body, request }) => {
    const noteToGuests = body?.noteToGuests ?? null
    await change({ type: 'CancelCampaignEvent', data: { campaignEventId: id, noteToGuests } }, request)
    return shown(id)
  })

  route(app, api.deleteCampaignEvent, staff('events'), async ({ params: { id }, request }) => {
    await change({ type: 'DeleteCampaignEvent', data: { campaignEventId: id } }, request)
  })

  route(app, api.restoreCampaignEvent, staff('events'), async ({ params: { id }, request }) => {
    await change({ type: 'RestoreCampaignEvent', data: { campaignEventId: id } }, request)
    const row = await anyCampaignEventRow(knex, id)
    if (!row) throw new DomainError('not_found', 'Event not found.')
    return row
  })
}
