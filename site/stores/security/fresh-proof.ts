import { atom } from 'nanostores'
import type * as api from '../../../contract/auth-proof.ts'
import { call, onProofNeeded } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { answerByPasskey, hasPasskeys, isDeclined } from '../../lib/passkeys.ts'
import { onBrowserMount } from '../browser-mount.ts'
import { runExclusively } from '../exclusive.ts'
import { createForm } from '../form.ts'
import { showError } from '../toasts.ts'

/** The ways in which people can prove their identity, while the dialog asks; null: it does not. */
export const $proofAsked = atom<api.FreshProof | null>(null)
export const $proving = atom(false)

const readProof = () => call<typeof api.readFreshProof>('GET', '/api/auth/proof')

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

function settle(isProven: boolean): void {
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

const form = (field: 'password' | 'code') =>
  createForm({
    required: [field],
    verbatim: ['password'],
    failed: messages.proof.failed,
    showsServerMessage: true,
    async send(read) {
      const body = field === 'password' ? { password: read(field) } : { code: read(field) }
      await call<typeof api.prove>('POST', '/api/auth/proof', { body })
      settle(true)
    },
  })
export const passwordProofForm = form('password')
export const codeProofForm = form('code')

/** The answer of one of the person's passkeys; null when they declined. */
export async function answerForProof() {
  if (!hasPasskeys()) {
    showError(messages.passkeys.unavailable)
    return null
  }
  try {
    return await answerByPasskey(await call<typeof api.beginPasskeyProof>('POST', '/api/auth/proof/passkey/options'))
  } catch (error) {
    if (!isDeclined(error)) throw error
    showError(messages.passkeys.declined)
    return null
  }
}

export const proveWithPasskey = () =>
  runExclusively($proving, messages.proof.failed, async () => {
    const credential = await answerForProof()
    if (credential === null) return
    await call<typeof api.proveByPasskey>('POST', '/api/auth/proof/passkey', { body: { credential } })
    settle(true)
  })

/** Runs after a sign-in in another tab. */
export const lookAgain = () =>
  runExclusively($proving, messages.proof.failed, async () => {
    const state = await readProof()
    if (state.isFresh) settle(true)
    else if (asking) $proofAsked.set(state)
  })
