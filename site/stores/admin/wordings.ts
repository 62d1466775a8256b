import { atom } from 'nanostores'
import type { listWordings, Wording } from '../../../contract/wordings.ts'
import { call } from '../../lib/api.ts'
import { createSingle } from '../lists/single.ts'

/** Every wording that people ever agreed to, newest first. */
export const wordings = createSingle<Wording[], object>({
  query: {},
  failed: { title: 'Error', description: 'Failed to load what people agreed to.' },
  read: () => call<typeof listWordings>('GET', '/api/admin/wordings'),
})

/** True while the dialog with all of them is open. */
export const $isShowingWordings = atom(false)
