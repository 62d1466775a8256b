import { atom } from 'nanostores'
import type { changePreferences, Preferences, readPreferences } from '../../../contract/preferences.ts'
import { call } from '../../lib/api.ts'
import { mailSwitches } from '../../lib/mail-switches.ts'
import { messages } from '../../lib/messages.ts'
import { onBrowserMount } from '../browser-mount.ts'
import { showError, showToast } from '../toasts.ts'

type PreferencesState =
  | { status: 'loading' }
  | { status: 'failed' }
  /** `saved`: the server’s state. */
  | { status: 'loaded'; chosen: Preferences; saved: Preferences; saving: boolean }

export const $preferences = atom<PreferencesState>({ status: 'loading' })

const path = '/api/preferences'

/** The five switches in order (§2). */
export const switches: { name: keyof Preferences; label: string; help: string }[] = [
  ...mailSwitches,
  {
    name: 'securityAlerts',
    label: 'Security alerts',
    help: 'Alerts about your account, such as a sign-in from a new device.',
  },
]

export async function loadPreferences(): Promise<void> {
  const state = await readState()
  const now = $preferences.get()
  // Unsaved choices stay.
  if (now.status !== 'loaded' || now.chosen === now.saved) $preferences.set(state)
}

async function readState(): Promise<PreferencesState> {
  try {
    const saved = await call<typeof readPreferences>('GET', path)
    return { status: 'loaded', chosen: saved, saved, saving: false }
  } catch {
    return { status: 'failed' }
  }
}

onBrowserMount($preferences, () => void loadPreferences())

export function choose(name: keyof Preferences, isOn: boolean): void {
  const state = $preferences.get()
  if (state.status === 'loaded') $preferences.set({ ...state, chosen: { ...state.chosen, [name]: isOn } })
}

export async function savePreferences(): Promise<void> {
  const state = $preferences.get()
  if (state.status !== 'loaded' || state.saving) return
  $preferences.set({ ...state, saving: true })
  let { saved } = state
  try {
    await call<typeof changePreferences>('PUT', path, { body: state.chosen })
    saved = state.chosen
    showToast(messages.preferences.done)
  } catch {
    showError(messages.preferences.failed)
  } finally {
    const now = $preferences.get()
    if (now.status === 'loaded') $preferences.set({ ...now, saved, saving: false })
  }
}
