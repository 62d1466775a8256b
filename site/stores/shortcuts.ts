import { atom } from 'nanostores'
import { withStorage } from '../lib/browser-storage.ts'
import { onBrowserMount } from './browser-mount.ts'

const key = 'single-keys-off'

/** True when single keys act; a person who speaks to their computer turns them off (WCAG 2.1.4). */
export const $areKeysOn = atom(true)

onBrowserMount($areKeysOn, () => {
  $areKeysOn.set(withStorage('localStorage', (storage) => storage.getItem(key)) === null)
  return undefined
})

export function switchKeys(isOn: boolean): void {
  $areKeysOn.set(isOn)
  withStorage('localStorage', (storage) => (isOn ? storage.removeItem(key) : storage.setItem(key, 'true')))
}
