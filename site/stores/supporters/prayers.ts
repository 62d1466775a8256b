import type { listPrayers, PublicPrayer, submitPrayer } from '../../../contract/prayers.ts'
import type { prayer } from '../../../records/prayers.ts'
import { call } from '../../lib/api.ts'
import type { Written } from '../../lib/item-values.ts'
import { messages } from '../../lib/reviewed/prayers.ts'
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
  missing: messages.missing,
  invalid: messages.invalid,
  failed: messages.failed,
  done: messages.done,
  async send(read, _readAll, written: Written<typeof prayer>) {
    await call<typeof submitPrayer>('POST', '/api/prayers', {
      body: { ...written, wording: read('wording') },
    })
    void prayerList.reload()
  },
})
