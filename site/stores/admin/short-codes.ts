import { atom } from 'nanostores'
import type * as api from '../../../contract/short-codes.ts'
import { call, explain } from '../../lib/api.ts'
import { tryAgain } from '../../lib/messages.ts'
import { createForm, type Form } from '../form.ts'
import { createSingle } from '../lists/single.ts'
import { showError, showToast } from '../toasts.ts'
import { unchanged } from '../unchanged.ts'

type ShortCode = api.ShortCode

const words = {
  loadFailed: { title: 'Error', description: 'Failed to load short links.' },
  made: { title: 'Short link made' },
  changed: { title: 'Short link changed' },
  notSaved: { title: 'Error saving short link', description: tryAgain },
  retired: { title: 'Short link retired', description: 'It leads to the home page now.' },
  restored: { title: 'Short link in use again' },
  copied: { title: 'Address copied' },
  notCopied: { title: 'Could not copy', description: 'Select the address and copy it yourself.' },
}

export const shortCodes = createSingle<ShortCode[], object>({
  query: {},
  failed: words.loadFailed,
  read: () => call<typeof api.listShortCodes>('GET', '/api/admin/short-codes'),
})

/** The short link in the dialog; null while it is closed. */
export const $edited = atom<ShortCode | 'new' | null>(null)

/** An address of the site as copied from the browser becomes its path. */
function pathIn(text: string): string {
  const { origin } = location
  return text.startsWith(origin) ? text.slice(origin.length) || '/' : text
}

export const shortCodeForm = (edited: ShortCode | 'new'): Form =>
  createForm({
    required: edited === 'new' ? ['name', 'path', 'code'] : ['name', 'path'],
    hasErrorToast: true,
    failed: words.notSaved,
    showsServerMessage: true,
    async send(read) {
      const isOpen = unchanged($edited)
      const body = { name: read('name'), path: pathIn(read('path')) }
      if (edited === 'new')
        await call<typeof api.makeShortCode>('POST', '/api/admin/short-codes', {
          body: { code: read('code'), ...body },
        })
      else {
        const params = { id: edited.id }
        await call<typeof api.changeShortCode>('PUT', '/api/admin/short-codes/:id', { params, body })
      }
      showToast(edited === 'new' ? words.made : words.changed)
      void shortCodes.reload()
      if (isOpen()) $edited.set(null)
    },
  })

async function act(work: () => Promise<unknown>, done: () => void): Promise<void> {
  try {
    await work()
    done()
  } catch (error) {
    showError(explain(words.notSaved, error))
  }
  void shortCodes.reload()
}

export const retireShortCode = (id: number) =>
  act(
    () => call<typeof api.retireShortCode>('DELETE', '/api/admin/short-codes/:id', { params: { id } }),
    () => showToast(words.retired, 'default', () => restoreShortCode(id)),
  )

export const restoreShortCode = (id: number) =>
  act(
    () => call<typeof api.restoreShortCode>('POST', '/api/admin/short-codes/:id/restore', { params: { id } }),
    () => showToast(words.restored),
  )

export const addressOf = ({ code }: Pick<ShortCode, 'code'>): string => `${location.origin}/go/${code}`

export async function copyAddress(of: ShortCode): Promise<void> {
  try {
    await navigator.clipboard.writeText(addressOf(of))
    showToast(words.copied)
  } catch {
    showError(words.notCopied)
  }
}
