import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { calendarDate } from '../../../lib/dates.ts'
import type { RoleChoice } from '../../../lib/role-choices.ts'
import { createOpenEvents, unknownEvents } from '../../../stores/admin/roles/user-roles.ts'
import { Select } from '../../forms/Choices.tsx'
import { Field } from '../../forms/Field.tsx'
import { LoadFailure } from '../LoadFailure.tsx'

/** The role that a person has chosen in a form. */
export const roleIn = (form: HTMLFormElement): string => String(new FormData(form).get('role'))

type Props = { roles: readonly RoleChoice[]; role: string }

/** Asks which role, for which event and until when. `role`: the chosen one. */
export function RoleFields({ roles, role }: Props) {
  const chosen = roles.find(({ value }) => value === role)
  return (
    <>
      <Select name="role" label="Role" value={role} options={roles} help={chosen?.does} />
      {role !== 'admin' && (
        <>
          {chosen?.isOfOneEvent && <EventField />}
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
