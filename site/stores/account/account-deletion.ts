import { atom } from 'nanostores'
import type * as api from '../../../contract/account-deletions.ts'
import { accountMessages } from '../../lib/account-messages.ts'
import { call } from '../../lib/api.ts'
import { dateAndTime } from '../../lib/local-dates.ts'
import { onBrowserMount } from '../browser-mount.ts'
import { runExclusively } from '../exclusive.ts'
import { showToast } from '../toasts.ts'
import { unchanged } from '../unchanged.ts'

/** When the account will be deleted; null: no deletion is scheduled, or it is not loaded yet. */
export const $deletionDueAt = atom<string | null>(null)
/** A request is in progress. */
export const $deciding = atom(false)

const path = '/api/profile/deletion'

/** The page works without the notice, so a failure is not shown. */
async function loadDeletion(): Promise<void> {
  const isAsked = unchanged($deletionDueAt)
  try {
    const { dueAt } = await call<typeof api.readAccountDeletion>('GET', path)
    if (isAsked()) $deletionDueAt.set(dueAt)
  } catch {}
}

onBrowserMount($deletionDueAt, () => void loadDeletion())

export const requestDeletion = (email: string) =>
  runExclusively($deciding, accountMessages.deletion.failed, async () => {
    const { dueAt } = await call<typeof api.requestAccountDeletion>('POST', path, { body: { email } })
    $deletionDueAt.set(dueAt)
    const { title, description } = accountMessages.deletion.requested
    showToast({ title: dueAt === null ? title : `${title} for ${dateAndTime(dueAt)}`, description })
  })

export const keepAccount = () =>
  runExclusively($deciding, accountMessages.deletion.keepFailed, async () => {
    await call<typeof api.cancelAccountDeletion>('DELETE', path)
    $deletionDueAt.set(null)
    showToast(accountMessages.deletion.kept)
  })
