import type { AdminCampaignEvent, listAllCampaignEvents } from '../../../../contract/campaign-events.ts'
import type * as api from '../../../../contract/staff-roles.ts'
import { grantableRoles } from '../../../../records/staff-rights.ts'
import { isGivenRole } from '../../../../records/staff-sets.ts'
import { call, callForPage, type FieldErrors } from '../../../lib/api.ts'
import { messages, tryAgain } from '../../../lib/messages.ts'
import { roleInWords, roleName } from '../../../lib/staff-roles.ts'
import { createForm, type Form, type Read } from '../../form.ts'
import { createSingle, type Single } from '../../lists/single.ts'
import { showToast } from '../../toasts.ts'

/** The value of the field for the event while it is not known which events there are. */
export const unknownEvents = 'unknown'

/** Otherwise a role that was meant for one event would be given for all of them. */
export const requireEvents = (read: Read): FieldErrors =>
  read('eventId') === unknownEvents ? { eventId: 'Wait until the events are loaded, and choose where.' } : {}

/** The role, event and last day that a form asks for. */
export function roleAsked(read: Read) {
  const role = read('role')
  const eventId = read('eventId')
  return {
    role: isGivenRole(role) ? role : grantableRoles[0],
    eventId: eventId === '' ? null : Number(eventId),
    lastDay: read('lastDay') || null,
  }
}

const inOrder = (one: AdminCampaignEvent, other: AdminCampaignEvent) =>
  `${one.eventDate} ${one.startTime}`.localeCompare(`${other.eventDate} ${other.startTime}`)

/** The events for which a role can be given: those that are not over, soonest first. */
export const createOpenEvents = () =>
  createSingle<AdminCampaignEvent[], object>({
    query: {},
    failed: { title: 'Error loading events', description: tryAgain },
    async read() {
      const events: AdminCampaignEvent[] = []
      for (let page = 1; ; page += 1) {
        const query = { filter: 'when:upcoming', sort: 'eventDate', page: String(page) }
        const { items, total } = await callForPage<typeof listAllCampaignEvents>('/api/admin/events', { query })
        events.push(...items)
        if (items.length === 0 || events.length >= total) break
      }
      return events.filter(({ status }) => status !== 'cancelled').sort(inOrder)
    },
  })

export type RolesOfUser = {
  roles: Single<api.UserRoles>
  /** `onGiven`: called when it holds. */
  giveForm: (onGiven: () => void) => Form
  takeForm: (role: api.HeldRole, onTaken: () => void) => Form
}

const failedToGive = { title: 'Error giving role', description: tryAgain }
const failedToTake = { title: 'Error taking role away', description: tryAgain }
const words = { hasErrorToast: true, showsServerMessage: true } as const

/** The roles of one person. `onChanged`: the list shows them too. */
export function createUserRoles(id: number, onChanged: () => void): RolesOfUser {
  const params = { id }
  const roles = createSingle<api.UserRoles, object>({
    query: {},
    failed: { title: 'Error loading roles', description: tryAgain },
    async read() {
      const held = await call<typeof api.listUserRoles>('GET', '/api/admin/users/:id/roles', { params })
      // While the server is updated, an older process answers with the roles alone.
      return Array.isArray(held) ? { roles: held, obstacle: null } : held
    },
  })
  function changed(now: api.UserRoles): void {
    roles.change(() => now)
    onChanged()
  }

  return {
    roles,
    giveForm: (onGiven) =>
      createForm({
        ...words,
        required: [],
        check: requireEvents,
        failed: failedToGive,
        signedOut: { ...failedToGive, description: messages.sessionEnd.saveAgain },
        async send(read) {
          const body = { ...roleAsked(read), reason: read('reason') || null }
          const now = await call<typeof api.grantUserRole>('POST', '/api/admin/users/:id/roles', { params, body })
          const given = now.roles.find(({ role, eventId }) => role === body.role && eventId === body.eventId)
          showToast({ title: 'Role given', ...(given && { description: `${roleInWords(given)}.` }) })
          changed(now)
          onGiven()
        },
      }),
    takeForm: (held, onTaken) =>
      createForm({
        ...words,
        required: ['reason'],
        failed: failedToTake,
        signedOut: { ...failedToTake, description: messages.sessionEnd.saveAgain },
        async send(read) {
          const body = { role: held.role, eventId: held.eventId, reason: read('reason') }
          const now = await call<typeof api.revokeUserRole>('POST', '/api/admin/users/:id/roles/revoke', {
            params,
            body,
          })
          showToast({ title: 'Role taken away', description: `${roleName(held)}.` })
          changed(now)
          onTaken()
        },
      }),
  }
}
