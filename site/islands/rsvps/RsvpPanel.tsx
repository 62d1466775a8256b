import { useStore } from '@nanostores/react'
import { useEffect, useMemo } from 'react'
import type { PostedForm } from '../../../contract/posted-form.ts'
import { messages } from '../../lib/messages.ts'
import { eventPath } from '../../lib/paths.ts'
import { $registration, $rsvpPrefill, loadSeats, type RegistrationState, rsvpForm } from '../../stores/rsvps.ts'
import { loadSession } from '../../stores/session.ts'
import { Field, Form, SubmitButton } from '../forms/Form.tsx'

type Props = { id: number; capacity: number; posted?: PostedForm | undefined }

/** Registering for one event: a seat, or a place in the waiting list when there is none. */
export function RsvpPanel({ id, capacity, posted }: Props) {
  const state = useStore($registration, { ssr: 'initial' })
  useEffect(() => {
    void loadSession()
    void loadSeats(id)
  }, [id])
  switch (state.step) {
    case 'closed':
      return <p className="quiet small">Registration for this event is closed.</p>
    case 'done':
      return (
        <div role="status" className="stack">
          <p>
            <strong>{messages.rsvp[state.status].title}</strong>
          </p>
          <p className="quiet small">{messages.rsvp[state.status].description}</p>
        </div>
      )
    default:
      return (
        <div className="stack">
          <Seats state={state} capacity={capacity} />
          <RsvpForm id={id} isFull={state.step === 'full'} posted={posted} />
        </div>
      )
  }
}

const seats = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'seat' : 'seats'}`

function Seats({ state, capacity }: { state: RegistrationState; capacity: number }) {
  switch (state.step) {
    case 'open':
      return (
        <p className="small">
          <strong>{seats(state.seatsLeft)} left</strong>
        </p>
      )
    case 'full':
      return (
        <p className="small">
          <strong>This event is full.</strong> You can join the waiting list: we write to you when a seat becomes free.
        </p>
      )
    default:
      return (
        <p className="small">
          <strong>{seats(capacity)}</strong>
        </p>
      )
  }
}

function RsvpForm({ id, isFull, posted }: { id: number; isFull: boolean; posted: PostedForm | undefined }) {
  const form = useMemo(() => rsvpForm(id), [id])
  const prefill = useStore($rsvpPrefill, { ssr: 'initial' })
  const label = isFull ? 'Join the waiting list' : 'Register to attend'
  return (
    <Form form={form} label={label} action={eventPath(id)} posted={posted} values={prefill}>
      <Field name="name" label="Name" autoComplete="name" />
      <Field
        name="email"
        label="Email"
        type="email"
        autoComplete="email"
        help="For your confirmation, and a link to cancel. Only our team sees it."
      />
      {/* With scripts the button itself says that there is only the waiting list left. */}
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
      </noscript>
      <SubmitButton sending="Submitting..." className="button button-primary button-wide">
        {isFull ? 'Join the Waiting List' : 'Register to Attend'}
      </SubmitButton>
    </Form>
  )
}
