import { atom } from 'nanostores'
import { type SettingsTab, settingsPath, settingsTabs } from '../../lib/paths.ts'
import { onBrowserMount } from '../browser-mount.ts'

export const $settingsTab = atom<SettingsTab>('profile')

const isTab = (word: unknown): word is SettingsTab => settingsTabs.some((tab) => tab === word)

/** Opens the tab that the address names, profile when it names none (§2); also on every step back and forth. */
function followAddress(): void {
  const word = new URLSearchParams(location.search).get('tab')
  $settingsTab.set(isTab(word) ? word : 'profile')
}

/** Chooses a tab; the address follows, and the browser's back button leads to the one before. */
export function chooseSettingsTab(word: unknown): void {
  if (!isTab(word) || word === $settingsTab.get()) return
  $settingsTab.set(word)
  history.pushState(null, '', settingsPath(word))
}

onBrowserMount($settingsTab, () => {
  followAddress()
  addEventListener('popstate', followAddress)
  return () => removeEventListener('popstate', followAddress)
})
