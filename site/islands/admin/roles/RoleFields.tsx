import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { canBeOfOneEvent, isStaffRole, type StaffRole, staffRoles } from '../../../../records/staff-rights.ts'
import { calendarDate } from '../../../lib/dates.ts'
import { createOpenEvents, unknownEvents } from '../../../stores/admin/roles/user-roles.ts'
import { Select } from '../../forms/Choices.tsx'
import { Field } from '../../forms/Field.tsx'
import { LoadFailure } from '../LoadFailure.tsx'

/** The role that a person has chosen in a form. */
export function roleIn(form: HTMLFormElement): StaffRole {
  const role = String(new FormData(form).get('role'))
  return isStaffRole(role) ? role : 'admin'
}

type Props = { roles: readonly StaffRole[]; role: StaffRole }

/** Asks which role, for which event and until when. `role`: the chosen one. */
export function RoleFields({ roles, role }: Props) {
  return (
    <>
      <Select
        name="role"
        label="Role"
        value={role}
        options={roles.map((value) => ({ value, label: staffRoles[value].label }))}
        help={staffRoles[role].does}
      />
      {role !== 'admin' && (
        <>
          {canBeOfOneEvent(role) && <EventField />}
          <Field
            name="lastDay"
            label="Last day"
            type="date"
            isMarked
            help="In the campaign’s time zone. Leave it empty to let the role stand until you take it away."
          />
        </>
      )}
    </>
  )
}

const everywhere = { value: '', label: 'Everywhere' }

function EventField() {
  const store = useMemo(createOpenEvents, [])
  const state = useStore(store.$state)
  const events = state.status === 'loaded' ? state.value : null
  return (
    <>
      {(state.status === 'failed' || state.status === 'offline') && (
        <LoadFailure state={state} onRetry={store.reload} />
      )}
      <Select
        name="eventId"
        label="Where"
        key={events === null ? 'loading' : 'loaded'}
        options={
          events === null
            ? [{ value: unknownEvents, label: 'Loading events…' }]
            : [
                everywhere,
                ...events.map(({ id, title, eventDate }) => ({
                  value: String(id),
                  label: `${title}, ${calendarDate(eventDate)}`,
                })),
              ]
        }
      />
    </>
  )
}
