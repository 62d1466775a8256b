import type { listEndorsements, PublicEndorsement, submitEndorsement } from '../../../contract/endorsements.ts'
import type { endorsement } from '../../../records/endorsements.ts'
import { call } from '../../lib/api.ts'
import type { Written } from '../../lib/item-values.ts'
import { messages } from '../../lib/reviewed/endorsements.ts'
import { createForm } from '../form.ts'
import { createList } from '../lists/list.ts'
import { newestFirst } from '../lists/newest-first.ts'

export const endorsementList = createList<PublicEndorsement, object>({
  query: {},
  read: newestFirst((query) => call<typeof listEndorsements>('GET', '/api/endorsements', { query })),
})

export const endorsementForm = createForm({
  act: 'Endorsement submitted',
  required: ['name', 'email'],
  missing: messages.missing,
  failed: messages.failed,
  done: messages.done,
  async send(read, _readAll, written: Written<typeof endorsement>) {
    await call<typeof submitEndorsement>('POST', '/api/endorsements', {
      body: { ...written, wording: read('wording') },
    })
    void endorsementList.reload()
  },
})
