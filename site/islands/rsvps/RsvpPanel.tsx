import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import type { FormNote } from '../../../contract/form-notes.ts'
import type { PostedForm } from '../../../records/http/posted-form.ts'
import { seatCount } from '../../lib/labels.ts'
import { messages } from '../../lib/messages.ts'
import { eventPath, paths } from '../../lib/paths.ts'
import type { Form as FormStore } from '../../stores/form.ts'
import { $rsvpPrefill, createRegistration, type RegistrationState } from '../../stores/rsvps.ts'
import { Field } from '../forms/Field.tsx'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { ZipCodeField } from '../forms/ZipCodeField.tsx'

type Props = { id: number; capacity: number; note: FormNote; posted?: PostedForm | undefined }

/** Registration for one event: a seat, or a place on the waiting list. */
export function RsvpPanel({ id, capacity, note, posted }: Props) {
  const registration = useMemo(() => createRegistration(id), [id])
  const state = useStore(registration.$state, { ssr: 'initial' })
  switch (state.step) {
    case 'closed':
      return <p className="quiet small">Registration for this event is closed.</p>
    case 'done':
    case 'own': {
      const { title, description, next } = messages.rsvp[state.status]
      return (
        <div role="status" className="stack">
          <p>
            <strong>{title}</strong>
          </p>
          <p className="quiet small">{state.step === 'own' ? messages.rsvp.own[state.status] : description}</p>
          <p>
            <button className="button button-small" type="button" onClick={registration.startAgain}>
              Register another person
            </button>
          </p>
          <a className="small" href={state.step === 'own' ? paths.dashboard : next.path}>
            {state.step === 'own' ? 'Open my dashboard' : next.label}
          </a>
        </div>
      )
    }
    default:
      return (
        <div className="stack">
          <Seats state={state} capacity={capacity} />
          <RsvpForm id={id} form={registration.form} isFull={state.step === 'full'} note={note} posted={posted} />
        </div>
      )
  }
}

function Seats({ state, capacity }: { state: RegistrationState; capacity: number }) {
  switch (state.step) {
    case 'open':
      return (
        <p className="small">
          <strong>{seatCount(state.seatsLeft)} left</strong>
        </p>
      )
    case 'full':
      return (
        <p className="small">
          <strong>This event is full.</strong>
        </p>
      )
    default:
      return (
        <p className="small">
          <strong>{seatCount(capacity)}</strong>
        </p>
      )
  }
}

type FormProps = { id: number; form: FormStore; isFull: boolean; note: FormNote; posted: PostedForm | undefined }

function RsvpForm({ id, form, isFull, note, posted }: FormProps) {
  const prefill = useStore($rsvpPrefill, { ssr: 'initial' })
  const label = isFull ? 'Join the waiting list' : 'Register to attend'
  return (
    <Form form={form} label={label} action={eventPath(id)} posted={posted} wording={note.hash} values={prefill}>
      <Field name="name" label="Name" autoComplete="name" />
      <Field name="email" label="Email" type="email" autoComplete="email" help={note.text} />
      <ZipCodeField />
      {/* With scripts, the button says that only the waiting list is left. */}
      <noscript>
        <label className="choice">
          <input
            type="checkbox"
            name="joinWaitingList"
            value="yes"
            defaultChecked={posted?.values.joinWaitingList === 'yes'}
          />
          Put me on the waiting list if all seats are taken
        </label>
      </noscript>{' '}
      <SubmitButton sending="Submitting..." className="button button-primary button-wide">
        {isFull ? 'Join the Waiting List' : 'Register to Attend'}
      </SubmitButton>
      {/* Below, so that the form does not move while people reach for it. */}
      {isFull && <p className="quiet small">We’ll email you when a seat opens up.</p>}
    </Form>
  )
}
