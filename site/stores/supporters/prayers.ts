import type { listPrayers, PublicPrayer, submitPrayer } from '../../../contract/prayers.ts'
import { call } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { createForm } from '../form.ts'
import { createList } from '../lists/list.ts'
import { newestFirst } from '../lists/newest-first.ts'

export const prayerList = createList<PublicPrayer, object>({
  query: {},
  read: newestFirst((query) => call<typeof listPrayers>('GET', '/api/prayers', { query })),
})

export const prayerForm = createForm({
  act: 'Prayer submitted',
  required: ['firstName', 'prayer'],
  missing: messages.prayer.missing,
  invalid: messages.prayer.invalid,
  failed: messages.prayer.failed,
  done: messages.prayer.done,
  async send(read) {
    await call<typeof submitPrayer>('POST', '/api/prayers', {
      body: {
        prayer: read('prayer'),
        firstName: read('firstName'),
        email: read('email') || null,
        location: read('location') || null,
      },
    })
    void prayerList.reload()
  },
})
