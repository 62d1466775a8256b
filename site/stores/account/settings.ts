import { atom } from 'nanostores'
import { type SettingsTab, settingsPath, settingsTabs } from '../../lib/paths.ts'
import { onBrowserMount } from '../browser-mount.ts'

export const $settingsTab = atom<SettingsTab>('profile')

const isTab = (word: unknown): word is SettingsTab => settingsTabs.some((tab) => tab === word)

/** Opens the tab in the address, profile by default (§2); also when people go back or forward. */
function followAddress(): void {
  const word = new URLSearchParams(location.search).get('tab')
  $settingsTab.set(isTab(word) ? word : 'profile')
}

/** Opens a tab and puts it in the address, so the back button returns to the previous one. */
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
