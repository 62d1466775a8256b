import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { messages } from '../lib/messages.ts'
import { $registration, $rsvpPrefill, loadSeats, rsvpForm, showForm } from '../stores/rsvps.ts'
import { loadSession } from '../stores/session.ts'
import { Field, Form, SubmitButton } from './Form.tsx'

/** Registering for one event: a seat, or a place in the waiting list when there is none. */
export function RsvpPanel({ id }: { id: number }) {
  const state = useStore($registration, { ssr: 'initial' })
  useEffect(() => {
    void loadSession()
    void loadSeats(id)
  }, [id])
  switch (state.step) {
    case 'loading':
      return (
        <button className="button button-primary button-wide" type="button" disabled>
          Register to Attend
        </button>
      )
    case 'closed':
      return <p className="quiet small">Registration for this event is closed.</p>
    case 'unreachable':
      return (
        <div role="alert">
          <p className="quiet small">Seats could not be looked up just now.</p>
          <button className="button button-small" type="button" onClick={() => loadSeats(id)}>
            Try again
          </button>
        </div>
      )
    case 'done':
      return (
        <div role="status" className="stack">
          <p>
            <strong>{messages.rsvp[state.status].title}</strong>
          </p>
          <p className="quiet small">{messages.rsvp[state.status].description}</p>
        </div>
      )
    case 'open':
    case 'full':
      return (
        <div className="stack">
          <p className="small">
            {state.step === 'full' ? (
              <strong>This event is full.</strong>
            ) : (
              <strong>
                {state.seatsLeft.toLocaleString('en-US')} {state.seatsLeft === 1 ? 'seat' : 'seats'} left
              </strong>
            )}
            {state.step === 'full' && ' You can join the waiting list: we write to you when a seat becomes free.'}
          </p>
          {state.isFormShown ? (
            <RsvpForm id={id} isFull={state.step === 'full'} />
          ) : (
            <button className="button button-primary button-wide" type="button" onClick={showForm}>
              {state.step === 'full' ? 'Join the Waiting List' : 'Register to Attend'}
            </button>
          )}
        </div>
      )
  }
}

function RsvpForm({ id, isFull }: { id: number; isFull: boolean }) {
  const prefill = useStore($rsvpPrefill)
  return (
    <Form form={rsvpForm} label={isFull ? 'Join the waiting list' : 'Register to attend'} values={prefill}>
      <input type="hidden" name="eventId" value={id} />
      <input type="hidden" name="joinWaitingList" value={isFull ? 'yes' : 'no'} />
      <Field name="name" label="Name" autoComplete="name" />
      <Field
        name="email"
        label="Email"
        type="email"
        autoComplete="email"
        help="For your confirmation, and a link to cancel. Only our team sees it."
      />
      <SubmitButton sending="Submitting..." className="button button-primary button-wide">
        {isFull ? 'Join the Waiting List' : 'Register to Attend'}
      </SubmitButton>
    </Form>
  )
}
