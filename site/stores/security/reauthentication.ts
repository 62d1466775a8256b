import { atom } from 'nanostores'
import type { ProofState, readProofState } from '../../../contract/auth-password.ts'
import { call } from '../../lib/api.ts'
import { onBrowserMount } from '../browser-mount.ts'

/** Whether somebody has to prove again who they are before password or address change; null until known. */
export const $reauthentication = atom<ProofState | null>(null)

onBrowserMount($reauthentication, () => void loadReauthentication())

export async function loadReauthentication(): Promise<void> {
  try {
    $reauthentication.set(await call<typeof readProofState>('GET', '/api/auth/password'))
  } catch {
    // The forms ask for everything then, and the server has the last word.
    $reauthentication.set({ hasPassword: true, isNeededForPassword: true, isNeededForEmail: true })
  }
}
