import type { fileAppeal, listOwnItems, OwnItem } from '../../../contract/moderation.ts'
import { call } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { createForm, type Form } from '../form.ts'
import { createEditableList } from '../lists/editable-list.ts'
import { showToast } from '../toasts.ts'

/** The reader's rejected posts, and those published after an appeal, newest first. Loaded once. */
export const rejections = createEditableList<OwnItem, object>({
  query: {},
  freshFor: Number.POSITIVE_INFINITY,
  async read() {
    const items = await call<typeof listOwnItems>('GET', '/api/forum/mine')
    return { items: items.filter(({ status }) => status !== 'pending') }
  },
})

export const appealForm = (contentId: number): Form =>
  createForm({
    required: ['appeal'],
    missing: messages.appeal.missing,
    failed: messages.appeal.failed,
    async send(read) {
      const body = { contentId, appeal: read('appeal') }
      rejections.replace(await call<typeof fileAppeal>('POST', '/api/forum/appeals', { body }))
      showToast(messages.appeal.done)
    },
  })
