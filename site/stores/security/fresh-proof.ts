import { atom } from 'nanostores'
import type * as api from '../../../contract/auth-proof.ts'
import { call, onProofNeeded } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { onBrowserMount } from '../browser-mount.ts'
import { showError } from '../toasts.ts'

/** The ways in which people can prove their identity, while the dialog asks; null: it does not. */
export const $proofAsked = atom<api.FreshProof | null>(null)

export const readProof = () => call<typeof api.readFreshProof>('GET', '/api/auth/proof')

let asking: Promise<boolean> | null = null
let answer: ((isProven: boolean) => void) | null = null

/** Calls that are rejected at the same time share one dialog. */
async function ask(): Promise<boolean> {
  if (asking) return asking
  const proof = new Promise<boolean>((resolve) => {
    answer = resolve
  })
  asking = proof
  try {
    $proofAsked.set(await readProof())
  } catch {
    settle(false)
  }
  return proof
}

/** Answers the calls that wait. */
export function settle(isProven: boolean): void {
  const waiting = answer
  asking = answer = null
  $proofAsked.set(null)
  waiting?.(isProven)
}

onBrowserMount($proofAsked, () => {
  onProofNeeded(ask)
  return () => onProofNeeded(null)
})

export const giveUpProof = () => settle(false)

/** For downloads, which the browser fetches itself. */
export async function ensureProof(): Promise<boolean> {
  try {
    return (await readProof()).isFresh || (await ask())
  } catch {
    showError(messages.proof.failed)
    return false
  }
}
