import { atom } from 'nanostores'
import type * as api from '../../../contract/api-keys.ts'
import { keyRights } from '../../../records/staff-rights.ts'
import { call, explain } from '../../lib/api.ts'
import { tryAgain } from '../../lib/messages.ts'
import { createForm, type Form } from '../form.ts'
import { createSingle } from '../lists/single.ts'
import { showError, showToast } from '../toasts.ts'
import { unchanged } from '../unchanged.ts'

const words = {
  loadFailed: { title: 'Error', description: 'Failed to load API keys.' },
  issued: { title: 'API key issued', description: 'Copy it now.' },
  notIssued: { title: 'Error issuing API key', description: tryAgain },
  revoked: { title: 'API key revoked', description: 'It doesn’t work any more.' },
  notRevoked: { title: 'Error revoking API key', description: tryAgain },
  copied: { title: 'API key copied' },
  notCopied: { title: 'Could not copy', description: 'Select the key and copy it yourself.' },
}

export const apiKeys = createSingle<api.ApiKey[], object>({
  query: {},
  failed: words.loadFailed,
  read: () => call<typeof api.listApiKeys>('GET', '/api/admin/api-keys'),
})

/** A key that was just issued, which the server does not tell again. */
export type IssuedKey = { name: string; secret: string }

/** The dialog above the list: the form of a new key, then the key; null while it is closed. */
export const $newKey = atom<'form' | IssuedKey | null>(null)

export const apiKeyForm = (): Form =>
  createForm({
    required: ['name', 'lastDay'],
    check: (read) => ({ ...(read('rights') === '' && { rights: 'Choose at least one right.' }) }),
    hasErrorToast: true,
    failed: words.notIssued,
    showsServerMessage: true,
    async send(read, readAll) {
      const isOpen = unchanged($newKey)
      const name = read('name')
      const chosen = readAll('rights')
      const rights = keyRights.filter((right) => chosen.includes(right))
      const body = { name, rights, lastDay: read('lastDay') }
      const { secret } = await call<typeof api.issueApiKey>('POST', '/api/admin/api-keys', { body })
      showToast(words.issued)
      void apiKeys.reload()
      if (isOpen()) $newKey.set({ name, secret })
    },
  })

export async function revokeApiKey(id: number, reason: string): Promise<void> {
  try {
    const options = { params: { id }, body: { reason: reason.trim() || null } }
    await call<typeof api.revokeApiKey>('POST', '/api/admin/api-keys/:id/revoke', options)
    showToast(words.revoked)
  } catch (error) {
    showError(explain(words.notRevoked, error))
  }
  void apiKeys.reload()
}

/** True when the key is on the clipboard. */
export async function copyKey({ secret }: IssuedKey): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(secret)
    showToast(words.copied)
    return true
  } catch {
    showError(words.notCopied)
    return false
  }
}
