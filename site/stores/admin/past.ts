import { atom } from 'nanostores'
import type { findPastMoment, openPast, PastMoment, PastState } from '../../../contract/as-of.ts'
import { campaignClock } from '../../../contract/campaign-event-times.ts'
import { ConnectionError, call, explain, type FieldErrors, sentenceOf } from '../../lib/api.ts'
import { withStorage } from '../../lib/browser-storage.ts'
import { messages } from '../../lib/messages.ts'
import { onBrowserMount } from '../browser-mount.ts'
import { createForm } from '../form.ts'
import { showError } from '../toasts.ts'
import { $isReadable, addressAsOf, asOf, pageClock } from './console.ts'

export type Past = PastState | { status: 'opening' } | { status: 'failed'; message: string }

/** The moment that this page shows, or how far it is prepared. */
export const $past = atom<Past>({ status: 'opening' })

const poll = 300 // ms
const keepAlive = 60_000 // ms: what no page asks for is dropped after a while

let timer: ReturnType<typeof setTimeout> | undefined
const again = (after: number) => {
  clearTimeout(timer)
  timer = setTimeout(() => void openMoment(), after)
}

/** Asks until the past can be read, and now and then from then on. */
export async function openMoment(): Promise<void> {
  if (asOf === null) return
  try {
    const state = await call<typeof openPast>('GET', '/api/admin/as-of', { query: { position: asOf } })
    // It was dropped, such as because a person was erased: what is on the screen must not stay.
    if (state.status === 'building' && $isReadable.get()) return location.reload()
    $past.set(state)
    if (state.status === 'ready') {
      pageClock.now = () => Date.parse(state.moment.at)
      $isReadable.set(true)
    }
    again(state.status === 'ready' ? keepAlive : poll)
  } catch (error) {
    // A page that can be read stays, and asks again.
    if ($past.get().status === 'ready') return again(keepAlive)
    const message =
      sentenceOf(error) ?? (error instanceof ConnectionError ? messages.list.unreachable.description : undefined)
    $past.set({ status: 'failed', message: message ?? messages.asOf.failed.description })
  }
}

onBrowserMount($past, () => {
  void openMoment()
  const look = () => {
    if (!document.hidden && $past.get().status === 'ready') void openMoment()
  }
  document.addEventListener('visibilitychange', look)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', look)
  }
})

/** A step keeps the focus on its button, on the page that follows. */
export type Step = 'previous' | 'next'
const stepKey = 'console-step'

export function stepTo(moment: PastMoment, step: Step): void {
  const position = moment[step]
  if (position === null) return
  withStorage('sessionStorage', (storage) => storage.setItem(stepKey, step))
  location.assign(addressAsOf(position))
}

/** The step that led to this page; once. */
export function takeStep(): Step | null {
  const step = withStorage('sessionStorage', (storage) => {
    const stored = storage.getItem(stepKey)
    storage.removeItem(stepKey)
    return stored
  })
  return step === 'previous' || step === 'next' ? step : null
}

const failed = messages.asOf.failed

/** The moment in the fields, on the campaign’s clock; null: the clock change skips it. */
const momentIn = (date: string, time: string): Date | null => campaignClock.momentOf(`${date}T${time.slice(0, 5)}`)

async function goTo(at: Date): Promise<void> {
  const query = { at: at.toISOString() }
  const { position } = await call<typeof findPastMoment>('GET', '/api/admin/as-of/moment', { query })
  location.assign(addressAsOf(position))
}

/** Shows the console right after an event; `at`: its time, to the millisecond. */
export async function showConsoleAt(at: string): Promise<void> {
  try {
    await goTo(new Date(at))
  } catch (error) {
    showError(explain(failed, error))
  }
}

/** Asks for a date and a time, and goes there. */
export const momentForm = () =>
  createForm({
    required: ['date', 'time'],
    failed,
    hasErrorToast: true,
    showsServerMessage: true,
    check(read): FieldErrors {
      const isSkipped = momentIn(read('date'), read('time')) === null
      return isSkipped ? { time: messages.asOf.skipped } : {}
    },
    async send(read) {
      const at = momentIn(read('date'), read('time'))
      if (at === null) return
      // The minute that was chosen belongs to it as a whole.
      await goTo(new Date(at.getTime() + 59_999))
    },
  })

/** First value of the fields: the moment on display, else now, on the campaign’s clock. */
export function firstMoment(): { date: string; time: string } {
  const past = $past.get()
  const local = campaignClock.localTimeOf(past.status === 'ready' ? new Date(past.moment.at) : new Date())
  return { date: local.slice(0, 10), time: local.slice(11, 16) }
}
