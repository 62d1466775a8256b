import { atom } from 'nanostores'
import type { ProofState, readProofState } from '../../../contract/auth-password.ts'
import { call } from '../../lib/api.ts'
import { onBrowserMount } from '../browser-mount.ts'

/** Proof that people must give before they change password or email address; null until loaded. */
export const $reauthentication = atom<ProofState | null>(null)

onBrowserMount($reauthentication, () => void loadReauthentication())

export async function loadReauthentication(): Promise<void> {
  try {
    $reauthentication.set(await call<typeof readProofState>('GET', '/api/auth/password'))
  } catch {
    // The forms then ask for everything, and the server decides.
    $reauthentication.set({ hasPassword: true, isNeededForPassword: true, isNeededForEmail: true })
  }
}
