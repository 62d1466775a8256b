import type { listEndorsements, PublicEndorsement, submitEndorsement } from '../../../contract/endorsements.ts'
import { call } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { createForm } from '../form.ts'
import { createSimpleList } from '../lists/list.ts'
import { showToast } from '../toasts.ts'

export const endorsementList = createSimpleList<PublicEndorsement>(() =>
  call<typeof listEndorsements>('GET', '/api/endorsements'),
)

export const endorsementForm = createForm({
  required: ['name', 'email'],
  missing: messages.endorsement.missing,
  failed: messages.endorsement.failed,
  async send(read) {
    await call<typeof submitEndorsement>('POST', '/api/endorsements', {
      body: {
        name: read('name'),
        email: read('email'),
        title: read('title'),
        endorsementText: read('endorsementText'),
      },
    })
    showToast(messages.endorsement.done)
    void endorsementList.reload()
  },
})
