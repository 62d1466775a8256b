import { atom, computed } from 'nanostores'
import type { ZodType } from 'zod'
import type { erasePerson, HistoryEntry, readHistory } from '../../../contract/admin.ts'
import type { restoreCampaignEvent } from '../../../contract/campaign-events.ts'
import type { restoreMessage } from '../../../contract/forum-messages.ts'
import type { restoreArticle } from '../../../contract/news.ts'
import type { ReviewEndpoints } from '../../../contract/review.ts'
import {
  type HistoryTopic as ItemTopic,
  itemWords,
  perReviewed,
  type ReviewedTopic,
  type SettingTopic,
  settingNames,
  topicsOfPeople,
} from '../../../contract/topic-words.ts'
import type { restoreVolunteer } from '../../../contract/volunteers.ts'
import { call, explain } from '../../lib/api.ts'
import { messages, rowMessages } from '../../lib/messages.ts'
import { runExclusively } from '../exclusive.ts'
import { showError, showToast } from '../toasts.ts'

export type { ItemTopic, SettingTopic }
export type HistoryTopic = ItemTopic | SettingTopic
export type HistoryState =
  | { status: 'closed' }
  | { status: 'loading'; topic: HistoryTopic; id: number }
  | { status: 'failed'; topic: HistoryTopic; id: number; message: string }
  | { status: 'loaded'; topic: HistoryTopic; id: number; entries: HistoryEntry[] }

export const $history = atom<HistoryState>({ status: 'closed' })
const $chosen = atom<number | null>(null)
export const $erasing = atom(false)
export const $restoring = atom(false)
/** Counts erasures and restorations made here; lists that may show the item listen. */
export const $itemChanges = atom(0)

/** The entry on display: the selected one, else the last. */
export const $moment = computed([$history, $chosen], (history, chosen) => {
  if (history.status !== 'loaded') return null
  return history.entries.find(({ revision }) => revision === chosen) ?? history.entries.at(-1) ?? null
})

export const isSetting = (topic: HistoryTopic): topic is SettingTopic => topic in settingNames

export const chooseMoment = (revision: number) => $chosen.set(revision)
export const closeHistory = () => $history.set({ status: 'closed' })

/** `moment`: the event on display at first; the last one by default. */
export async function openHistory(
  topic: HistoryTopic,
  id: number,
  moment?: { type: string; at: string },
): Promise<void> {
  $chosen.set(null)
  $history.set({ status: 'loading', topic, id })
  try {
    const entries = await call<typeof readHistory>('GET', '/api/admin/history/:topic/:id', { params: { topic, id } })
    if (!isOpen(topic, id)) return
    $history.set({ status: 'loaded', topic, id, entries })
    const chosen = moment && entries.find(({ type, at }) => type === moment.type && at === moment.at)
    if (chosen) chooseMoment(chosen.revision)
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

/** The open item belongs to a person whose data is still there. */
export const canErase = (history: HistoryState): boolean =>
  history.status === 'loaded' &&
  !isSetting(history.topic) &&
  topicsOfPeople.has(history.topic) &&
  history.entries.at(-1)?.state.erased !== true

/** Erases the person behind the open item. Returns true when there was something to erase. */
export async function erase(topic: ItemTopic, id: number): Promise<boolean> {
  if ($erasing.get()) return false
  $erasing.set(true)
  try {
    const { erased } = await call<typeof erasePerson>('POST', '/api/admin/erasures', { body: { topic, id } })
    showToast(erased ? messages.admin.erased : messages.admin.notErased)
    $itemChanges.set($itemChanges.get() + 1)
    if (isOpen(topic, id)) await openHistory(topic, id)
    return erased
  } catch (error) {
    showError(explain(messages.admin.eraseFailed, error))
    return false
  } finally {
    $erasing.set(false)
  }
}

type Restore = (id: number) => Promise<unknown>
type RestoreReviewed = ReviewEndpoints<ReviewedTopic, ZodType>['restore']
const restores: { [Topic in ItemTopic]?: Restore } = {
  ...perReviewed(
    'topic',
    ({ topic }) =>
      (id: number) =>
        call<RestoreReviewed>('POST', `/api/admin/${topic}/:id/restore`, { params: { id } }),
  ),
  news: (id) => call<typeof restoreArticle>('POST', '/api/admin/news/:id/restore', { params: { id } }),
  'campaign-events': (id) =>
    call<typeof restoreCampaignEvent>('POST', '/api/admin/events/:id/restore', { params: { id } }),
  volunteers: (id) => call<typeof restoreVolunteer>('POST', '/api/admin/volunteers/:id/restore', { params: { id } }),
  forum: (id) => call<typeof restoreMessage>('POST', '/api/admin/forum/messages/:id/restore', { params: { id } }),
}

/** The open item is deleted and can come back. */
export const canRestore = (history: HistoryState): boolean => {
  if (history.status !== 'loaded' || !(history.topic in restores)) return false
  const state = history.entries.at(-1)?.state
  return state?.deleted === true && state.erased !== true
}

/** Brings the open item back. */
export async function restoreItem(topic: ItemTopic, id: number): Promise<void> {
  const words = rowMessages(itemWords.get(topic) ?? topic)
  await runExclusively($restoring, words.restoreFailed, async () => {
    await restores[topic]?.(id)
    showToast(words.restored)
    $itemChanges.set($itemChanges.get() + 1)
    if (isOpen(topic, id)) await openHistory(topic, id)
  })
}
