import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { obeyedSentence } from '../../lib/email-campaign-words.ts'
import { mailSwitches } from '../../lib/mail-switches.ts'
import { audience } from '../../stores/email-campaigns/audience.ts'
import { $errors, $mail, change } from '../../stores/email-campaigns/compose.ts'
import { FieldNotes } from '../forms/FieldNotes.tsx'

/** The switch in Settings that turns this email off, besides those of its segments. */
export function PurposeChoice() {
  const { purpose, segmentIds } = useStore($mail)
  const error = useStore($errors).purpose
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>What it is about</label>
      <select
        className="input"
        id={id}
        value={purpose ?? ''}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={`${id}-help${error === undefined ? '' : ` ${id}-error`}`}
        onChange={({ target }) =>
          change({ purpose: mailSwitches.find(({ name }) => name === target.value)?.name ?? null })
        }
      >
        <option value="">As its segments</option>
        {mailSwitches.map(({ name, label }) => (
          <option value={name} key={name}>
            {label}
          </option>
        ))}
      </select>
      <p className="field-help" id={`${id}-help`} role="status">
        {segmentIds.length === 0 ? (
          'People who turned this off in Settings don’t get it. The switches of the segments count too.'
        ) : (
          <Obeyed />
        )}
      </p>
      <FieldNotes id={id} error={error} />
    </div>
  )
}

function Obeyed() {
  const state = useStore(audience.$state)
  if (state.status === 'loading') return 'Counting…'
  if (state.status !== 'loaded')
    return 'People who turned this off can’t be counted right now. They get nothing either way.'
  const { obeys, leftOut } = state.value
  return obeyedSentence(obeys, leftOut.switchedOff ?? 0)
}
