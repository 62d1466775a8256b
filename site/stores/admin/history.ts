import { atom, computed } from 'nanostores'
import type { erasePerson, HistoryEntry, historyTopics, readHistory } from '../../../contract/admin.ts'
import { call, explain } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { showError, showToast } from '../toasts.ts'

export type HistoryTopic = (typeof historyTopics)[number]
export type HistoryState =
  | { status: 'closed' }
  | { status: 'loading'; topic: HistoryTopic; id: number }
  | { status: 'failed'; topic: HistoryTopic; id: number; message: string }
  | { status: 'loaded'; topic: HistoryTopic; id: number; entries: HistoryEntry[] }

export const $history = atom<HistoryState>({ status: 'closed' })
const $chosen = atom<number | null>(null)
export const $erasing = atom(false)
/** How often someone was erased on this page; lists that may show them listen to it. */
export const $erasures = atom(0)

/** The entry that is shown: the selected one, else the last. */
export const $moment = computed([$history, $chosen], (history, chosen) => {
  if (history.status !== 'loaded') return null
  return history.entries.find(({ revision }) => revision === chosen) ?? history.entries.at(-1) ?? null
})

export const chooseMoment = (revision: number) => $chosen.set(revision)
export const closeHistory = () => $history.set({ status: 'closed' })

export async function openHistory(topic: HistoryTopic, id: number): Promise<void> {
  $chosen.set(null)
  $history.set({ status: 'loading', topic, id })
  try {
    const entries = await call<typeof readHistory>('GET', '/api/admin/history/:topic/:id', { params: { topic, id } })
    if (isOpen(topic, id)) $history.set({ status: 'loaded', topic, id, entries })
  } catch (error) {
    const { description = '' } = explain(messages.admin.historyFailed, error)
    if (isOpen(topic, id)) $history.set({ status: 'failed', topic, id, message: description })
  }
}

/** People may have closed it, or opened another one, while it was loading. */
function isOpen(topic: HistoryTopic, id: number): boolean {
  const now = $history.get()
  return now.status !== 'closed' && now.topic === topic && now.id === id
}

/** Erases the person behind the open item. Returns true on success. */
export async function erase(topic: HistoryTopic, id: number): Promise<boolean> {
  if ($erasing.get()) return false
  $erasing.set(true)
  try {
    await call<typeof erasePerson>('POST', '/api/admin/erasures', { body: { topic, id } })
    showToast(messages.admin.erased)
    $erasures.set($erasures.get() + 1)
    await openHistory(topic, id)
    return true
  } catch (error) {
    showError(explain(messages.admin.eraseFailed, error))
    return false
  } finally {
    $erasing.set(false)
  }
}
