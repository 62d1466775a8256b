import { atom, computed } from 'nanostores'
import type * as api from '../../../contract/welcome-series.ts'
import { call, conflictIn } from '../../lib/api.ts'
import { emailCampaignMessages } from '../../lib/email-campaign-messages.ts'
import { runExclusively } from '../exclusive.ts'
import { createSingle } from '../lists/single.ts'
import { showError, showToast } from '../toasts.ts'

export type WelcomeMail = api.WelcomeSeriesSettings['mails'][number]

export const maxWelcomeMails = 3

export const welcomeSeries = createSingle<api.WelcomeSeries, object>({
  query: {},
  failed: emailCampaignMessages.welcomeSeries.loadFailed,
  read: () => call<typeof api.readWelcomeSeries>('GET', '/api/email-campaigns/welcome-series'),
})

/** The unsaved input; null when there is none. */
const $typed = atom<api.WelcomeSeriesSettings | null>(null)

/** Content of the form; null until the series is loaded. */
export const $settings = computed([welcomeSeries.$state, $typed], (state, typed): api.WelcomeSeriesSettings | null => {
  if (typed !== null) return typed
  return state.status === 'loaded' ? { isOn: state.value.isOn, mails: state.value.mails } : null
})

export const $isChanged = computed($typed, (typed) => typed !== null)
export const $isSavingSeries = atom(false)
/** True when blank fields are marked: after the first attempt to save them. */
export const $isChecked = atom(false)

export function changeSeries(part: Partial<api.WelcomeSeriesSettings>): void {
  const now = $settings.get()
  if (now !== null) $typed.set({ ...now, ...part })
}

export function changeMail(at: number, part: Partial<WelcomeMail>): void {
  const mails = $settings.get()?.mails ?? []
  changeSeries({ mails: mails.map((mail, place) => (place === at ? { ...mail, ...part } : mail)) })
}

const daysBetween = 72 // hours

export function addMail(): void {
  const mails = $settings.get()?.mails ?? []
  const afterHours = (mails.at(-1)?.afterHours ?? -daysBetween) + daysBetween
  if (mails.length < maxWelcomeMails)
    changeSeries({ mails: [...mails, { afterHours, subject: '', preheader: '', body: '' }] })
}

export function removeMail(at: number): void {
  changeSeries({ mails: ($settings.get()?.mails ?? []).filter((_, place) => place !== at) })
}

export function discardSeries(): void {
  $typed.set(null)
  $isChecked.set(false)
}

const isBlank = ({ subject, body }: WelcomeMail) => subject.trim() === '' || body.trim() === ''

export async function saveSeries(): Promise<void> {
  const settings = $settings.get()
  const typed = $typed.get()
  const state = welcomeSeries.$state.get()
  if (settings === null || state.status !== 'loaded') return
  $isChecked.set(true)
  if (settings.mails.some(isBlank)) return showError(emailCampaignMessages.emailCampaign.missing)
  await runExclusively($isSavingSeries, emailCampaignMessages.welcomeSeries.saveFailed, async () => {
    const { revision } = state.value
    const answer = await call<typeof api.changeWelcomeSeries>('PUT', '/api/email-campaigns/welcome-series', {
      body: settings,
      revision,
    }).catch((error: unknown) => {
      // The input stays; saving again overwrites another admin’s changes.
      const conflict = conflictIn<api.WelcomeSeries>(error)
      if (conflict) welcomeSeries.change(() => conflict.current)
      throw error
    })
    welcomeSeries.change(() => answer)
    // Text typed since stays.
    if ($typed.get() === typed) discardSeries()
    showToast(emailCampaignMessages.welcomeSeries.saved)
  })
}
