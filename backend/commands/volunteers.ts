import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import * as api from '../../contract/volunteers.ts'
import { availabilities } from '../../records/volunteers.ts'
import { letters } from '../domain/people-of-an-address.ts'
import { type VolunteerEvent, volunteerStream, volunteers } from '../domain/volunteers.ts'
import type { VariationServing } from '../experiments/variation-serving.ts'
import { DomainError } from '../kernel/eventlog/decider.ts'
import type { SubjectKeys } from '../kernel/eventlog/encryption/subject-keys.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import type { WaitForProjection } from '../kernel/http/pending-position.ts'
import { formRoute } from '../kernel/http/plain-forms.ts'
import { route, staff } from '../kernel/http/route.ts'
import { invalidInput } from '../kernel/http/schemas.ts'
import { volunteersOf } from '../read-model/imports.ts'
import { volunteerRow } from '../read-model/volunteers.ts'
import { cannotRestore, type Execute, type NextId, numbered, requireLiving } from './command.ts'
import { type EditForm, showingCurrent, sinceRevision } from './concurrent-edits.ts'
import { enteredAs, entryContext, entryKey, requireEntry } from './hand-entries.ts'
import type { OriginOf } from './origins.ts'

type VolunteerTools = {
  execute: Execute
  waitForProjection: WaitForProjection
  nextId: NextId<'volunteer'>
  subjects: Pick<SubjectKeys, 'emailHash' | 'erasedAmong' | 'forEmail' | 'read'>
  pageVariations: Pick<VariationServing, 'creditConversion'>
  originOf: OriginOf
  knex: Knex
}

const form: EditForm = { fields: Object.keys(api.correctVolunteer.schema.body.shape) }

/** Built from the event, not the request, so that a replay returns the first answer. */
function applied(events: readonly Recorded<VolunteerEvent>[]): api.AppliedVolunteer {
  const event = events.find((event) => event.type === 'VolunteerApplied')
  if (!event) throw new Error('ApplyAsVolunteer decided nothing.')
  return { id: event.data.volunteerId, createdAt: event.metadata.at }
}

const nameIn = ({ firstName, lastName }: { firstName: string; lastName: string }) => letters(`${firstName}${lastName}`)

/** One of ours, or the words that an import brought and that stay. */
async function requireAvailability(knex: Knex, id: number, availability: string | null | undefined): Promise<void> {
  if (!availability || availabilities.some((known) => known === availability)) return
  if ((await volunteerRow(knex, id))?.availability !== availability)
    throw invalidInput([{ path: 'availability', message: api.unknownAvailability }])
}

export async function volunteerCommands(
  app: FastifyInstance,
  { execute, waitForProjection, nextId, subjects, pageVariations, originOf, knex }: VolunteerTools,
): Promise<void> {
  formRoute(
    app,
    api.applyAsVolunteer,
    { name: 'volunteers', page: '/volunteer', lists: ['interests'] },
    async ({ body, request }) => {
      const draw = (taken?: number) => nextId('volunteer', request.idempotency, taken)
      const asked = [draw(), subjects.forEmail(body.email), originOf(request, 'volunteers')] as const
      const [first, subject, from] = await Promise.all(asked)
      const events = await numbered(first, draw, (volunteerId) => {
        const data = { ...body, ...from, volunteerId, subject, userId: request.person?.id ?? null }
        const command = { type: 'ApplyAsVolunteer', data } as const
        return execute(request, volunteers, volunteerStream(volunteerId), command, { isNumbered: true })
      })
      pageVariations.creditConversion(request, 'volunteered')
      return applied(events)
    },
  )

  route(app, api.enterVolunteer, staff('volunteers'), async ({ body, request }) => {
    await requireEntry(subjects, body)
    const subject = await subjects.forEmail(body.email)
    const name = nameIn(body)
    // People of a household share an address.
    const same = (await volunteersOf(knex, [subject])).get(subject)?.filter((one) => nameIn(one) === name) ?? []
    const known = same.find(({ isDeleted }) => !isDeleted)
    if (known) return enteredAs(knex, subject, { id: known.id, isNew: false })
    const context = entryContext(subjects, request, ['volunteer', subject, name, same.length])
    const draw = (taken?: number) => nextId('volunteer', entryKey(context), taken)
    const events = await numbered(await draw(), draw, (volunteerId) => {
      const command = { type: 'EnterVolunteer', data: { ...body, volunteerId, subject, userId: null } } as const
      return execute(request, volunteers, volunteerStream(volunteerId), command, { isNumbered: true, context })
    })
    const isNew = events.some(({ metadata }) => metadata.requestId === request.id)
    return enteredAs(knex, subject, { id: applied(events).id, isNew })
  })

  route(app, api.correctVolunteer, staff('volunteers'), async ({ params: { id }, body, request }) => {
    await requireLiving({ knex, subjects }, 'volunteers', id)
    await requireAvailability(knex, id, body.availability)
    const command = {
      type: 'CorrectVolunteer',
      data: { volunteerId: id, subject: await subjects.forEmail(body.email), ...body },
    } as const
    await showingCurrent(
      { waitForProjection, request },
      () => volunteerRow(knex, id),
      () => execute(request, volunteers, volunteerStream(id), command, { check: sinceRevision(request, form) }),
    )
    const row = await volunteerRow(knex, id)
    if (!row) throw new DomainError('not_found', 'Volunteer not found.')
    return row
  })

  route(app, api.removeVolunteer, staff('volunteers'), async ({ params: { id }, request }) => {
    const command = { type: 'RemoveVolunteer', data: { volunteerId: id } } as const
    await execute(request, volunteers, volunteerStream(id), command)
  })

  route(app, api.restoreVolunteer, staff('volunteers'), async ({ params: { id }, request }) => {
    await requireLiving({ knex, subjects }, 'volunteers', id, cannotRestore)
    const command = { type: 'RestoreVolunteer', data: { volunteerId: id } } as const
    await execute(request, volunteers, volunteerStream(id), command)
    const row = await volunteerRow(knex, id)
    if (!row) throw new DomainError('not_found', 'Volunteer not found.')
    return row
  })
}
