import { atom } from 'nanostores'
import type * as api from '../../../contract/auth-proof.ts'
import { call } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { answerByPasskey, hasPasskeys, isDeclined } from '../../lib/passkeys.ts'
import { runExclusively } from '../exclusive.ts'
import { createForm } from '../form.ts'
import { showError } from '../toasts.ts'
import { $proofAsked, readProof, settle } from './fresh-proof.ts'

// Apart from the question itself, so that a page loads these with the dialog.

export const $proving = atom(false)

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
    else if ($proofAsked.get() !== null) $proofAsked.set(state)
  })
