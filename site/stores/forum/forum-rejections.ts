import { atom } from 'nanostores'
import type { fileAppeal, listOwnItems, OwnItem } from '../../../contract/moderation.ts'
import { call } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { createForm, type Form } from '../form.ts'
import { showToast } from '../toasts.ts'

/** What somebody wrote and others may not read, and what they may after an appeal, newest first. */
export const $rejections = atom<OwnItem[]>([])

export async function loadRejections(): Promise<void> {
  try {
    const items = await call<typeof listOwnItems>('GET', '/api/forum/mine')
    $rejections.set(items.filter(({ status }) => status !== 'pending'))
  } catch {
    // The forum can be used without it; the next refusal asks again.
  }
}

export const appealForm = (contentId: number): Form =>
  createForm({
    required: ['appeal'],
    missing: messages.appeal.missing,
    failed: messages.appeal.failed,
    async send(read) {
      const body = { contentId, appeal: read('appeal') }
      const item = await call<typeof fileAppeal>('POST', '/api/forum/appeals', { body })
      $rejections.set($rejections.get().map((other) => (other.id === item.id ? item : other)))
      showToast(messages.appeal.done)
    },
  })
