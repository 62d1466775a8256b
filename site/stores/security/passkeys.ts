import { atom } from 'nanostores'
import type * as api from '../../../contract/auth-passkeys.ts'
import { call, explain } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { hasPasskeys, isDeclined, isOnDevice, makePasskey } from '../../lib/passkeys.ts'
import { createForm, type Form } from '../form.ts'
import { createSimpleList } from '../lists/list.ts'
import { showError, showToast } from '../toasts.ts'
import { unchanged } from '../unchanged.ts'

export const passkeys = createSimpleList(() => call<typeof api.listPasskeys>('GET', '/api/auth/passkeys'))

/** The passkey that is being renamed. */
export const $renaming = atom<string | null>(null)

export const addPasskeyForm = createForm({
  required: ['name'],
  failed: messages.passkeys.notAdded,
  showsServerMessage: true,
  async send(read) {
    if (!hasPasskeys()) return showError(messages.passkeys.unavailable)
    const name = read('name')
    const options = await call<typeof api.beginPasskey>('POST', '/api/auth/passkeys/options')
    try {
      const credential = await makePasskey(options)
      await call<typeof api.addPasskey>('POST', '/api/auth/passkeys', { body: { name, credential } })
      showToast(messages.passkeys.added(name))
    } catch (error) {
      if (isOnDevice(error)) showError({ ...messages.passkeys.notAdded, description: messages.passkeys.onDevice })
      else if (isDeclined(error)) showError(messages.passkeys.notAdded)
      else throw error
    }
    await passkeys.reload()
  },
})

export const renameForm = (id: string): Form =>
  createForm({
    required: ['name'],
    failed: messages.passkeys.failed,
    showsServerMessage: true,
    async send(read) {
      const body = { name: read('name') }
      const isOpen = unchanged($renaming)
      await call<typeof api.renamePasskey>('PUT', '/api/auth/passkeys/:id', { params: { id }, body })
      if (isOpen()) $renaming.set(null)
      showToast(messages.passkeys.renamed)
      await passkeys.reload()
    },
  })

export async function remove({ id, name }: { id: string; name: string }): Promise<void> {
  try {
    await call<typeof api.removePasskey>('DELETE', '/api/auth/passkeys/:id', { params: { id } })
    showToast(messages.passkeys.removed(name))
  } catch (error) {
    showError(explain(messages.passkeys.failed, error))
  }
  await passkeys.reload()
}
