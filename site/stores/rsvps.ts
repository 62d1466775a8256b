import { atom, computed, type ReadableAtom } from 'nanostores'
import type { PublicCampaignEvent, readCampaignEvent } from '../../contract/campaign-events.ts'
import type { cancelRsvp, readOwnRsvp, submitRsvp } from '../../contract/rsvps.ts'
import type { guest } from '../../records/rsvps.ts'
import { ApiError, call, explain } from '../lib/api.ts'
import type { Written } from '../lib/item-values.ts'
import { takeLinkToken } from '../lib/link-token.ts'
import { messages } from '../lib/messages.ts'
import { fullName } from '../lib/names.ts'
import { fiveDigits } from '../lib/zip-codes.ts'
import { onBrowserMount } from './browser-mount.ts'
import { createForm, type Form } from './form.ts'
import { $session, loadSession } from './session.ts'
import { showError, showToast } from './toasts.ts'

/**
 * The state of registering for an event. `unreachable`: the seats could not be loaded; the server decides anyway.
 * `closed`: the event began after the page was rendered. `done`: this person has just registered, or had before (`own`).
 */
export type RegistrationState =
  | { step: 'loading' | 'unreachable' }
  | { step: 'open' | 'full'; seatsLeft: number }
  | { step: 'closed' }
  | { step: 'done' | 'own'; status: 'confirmed' | 'waiting' }

/** Initial values of the form, for people who are signed in. */
export const $rsvpPrefill = computed($session, (session): { [field: string]: string } => {
  if (session.status !== 'signed-in') return {}
  const { user } = session
  const isNamed = user.firstName !== null || user.lastName !== null
  return { name: isNamed ? fullName(user) : '', email: user.email, zipCode: fiveDigits(user.zipCode) }
})

function stepOf({ status, capacity, seatsLeft }: PublicCampaignEvent): RegistrationState {
  if (status !== 'upcoming' || capacity === null) return { step: 'closed' }
  return { step: seatsLeft === 0 ? 'full' : 'open', seatsLeft: seatsLeft ?? 0 }
}

export type Registration = {
  $state: ReadableAtom<RegistrationState>
  form: Form
  /** Shows the form again, for another person. */
  startAgain(): void
}

/** Registration for one event: its state and its form. */
export function createRegistration(id: number): Registration {
  const $state = atom<RegistrationState>({ step: 'loading' })

  async function readSeats(): Promise<RegistrationState> {
    try {
      return stepOf(await call<typeof readCampaignEvent>('GET', '/api/events/:id', { params: { id } }))
    } catch (error) {
      return { step: error instanceof ApiError && error.status === 404 ? 'closed' : 'unreachable' }
    }
  }

  /** People may have registered before the seats are known. */
  async function loadSeats(): Promise<void> {
    const state = await readSeats()
    if (!hasPlace()) $state.set(state)
  }
  const hasPlace = () => ['done', 'own'].includes($state.get().step)

  /** Without an answer, the form still works, because it registers no person twice. */
  async function loadOwn(): Promise<void> {
    await loadSession()
    if ($session.get().status !== 'signed-in') return
    const own = await call<typeof readOwnRsvp>('GET', '/api/events/:id/rsvp', { params: { id } }).catch(() => null)
    if (own?.status && !hasPlace()) $state.set({ step: 'own', status: own.status })
  }
  onBrowserMount($state, () => {
    void loadSeats()
    void loadOwn()
  })

  const form = createForm({
    act: 'Event registration',
    required: ['name', 'email'],
    missing: messages.rsvp.missing,
    failed: messages.rsvp.failed,
    showsServerMessage: true,
    async send(read, _, written: Written<typeof guest>) {
      const joinWaitingList = $state.get().step === 'full'
      try {
        const { status } = await call<typeof submitRsvp>('POST', '/api/events/:id/rsvp', {
          params: { id },
          body: { ...written, wording: read('wording'), joinWaitingList },
        })
        $state.set({ step: 'done', status })
        showToast({ ...messages.rsvp[status], next: undefined })
      } catch (error) {
        // The last seat is taken, or it is too late: show the remaining options.
        if (error instanceof ApiError && error.status === 409) await loadSeats()
        throw error
      }
    },
  })
  function startAgain(): void {
    $state.set({ step: 'loading' })
    void loadSeats()
  }
  return { $state, form, startAgain }
}

/** The token of the link in the email. */
let cancelToken = ''

/** The event that the link is about, while it is public. */
export const $cancelledEvent = atom<PublicCampaignEvent | null>(null)

/** The number of the event in a token, a signed JWT that the server checks; null in anything else. */
function eventIn(token: string): number | null {
  try {
    const [, payload = ''] = token.split('.')
    const { event } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return Number.isSafeInteger(event) ? event : null
  } catch {
    return null
  }
}

async function nameEvent(): Promise<void> {
  const id = eventIn(cancelToken)
  if (id === null) return
  const event = await call<typeof readCampaignEvent>('GET', '/api/events/:id', { params: { id } }).catch(() => null)
  $cancelledEvent.set(event)
}

type CancelState = 'loading' | 'no-token' | 'ready' | 'sending' | 'done'
export const $cancelling = atom<CancelState>('loading')

onBrowserMount($cancelling, () => {
  if ($cancelling.get() !== 'loading') return
  cancelToken = takeLinkToken()
  $cancelling.set(cancelToken === '' ? 'no-token' : 'ready')
  void nameEvent()
})

export async function cancelRegistration(): Promise<void> {
  if ($cancelling.get() !== 'ready') return
  $cancelling.set('sending')
  try {
    await call<typeof cancelRsvp>('POST', '/api/events/rsvp/cancel', { body: { token: cancelToken } })
    $cancelling.set('done')
    showToast(messages.rsvp.cancelled)
  } catch (error) {
    $cancelling.set('ready')
    showError(explain(messages.rsvp.cancelFailed, error))
  }
}
