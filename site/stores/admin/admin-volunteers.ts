import type * as api from '../../../contract/volunteers.ts'
import type { volunteerDetails } from '../../../records/volunteers.ts'
import { call, callForPage } from '../../lib/api.ts'
import type { Written } from '../../lib/item-values.ts'
import { messages, rowMessages } from '../../lib/messages.ts'
import { createAdminList } from './admin-list.ts'
import { createRowEditor } from './row-editor.ts'
import { createRowActions } from './rows.ts'

const words = rowMessages('volunteer')

export const volunteerList = createAdminList<api.AdminVolunteer>({
  tab: 'volunteers',
  sort: '-createdAt',
  filters: ['availability', 'interest', 'way', 'status'],
  sourcesOf: '/api/admin/volunteers',
  failed: words.loadFailed,
  read: (query) => callForPage<typeof api.listAllVolunteers>('/api/admin/volunteers', { query }),
})

export const volunteerActions = createRowActions(volunteerList, words, {
  remove: (id) => call<typeof api.removeVolunteer>('DELETE', '/api/admin/volunteers/:id', { params: { id } }),
  restore: (id) => call<typeof api.restoreVolunteer>('POST', '/api/admin/volunteers/:id/restore', { params: { id } }),
})

export const volunteerEditor = createRowEditor({
  list: volunteerList,
  words: { ...words, missing: messages.admin.missingFields },
  required: ['firstName', 'lastName', 'email'],
  bodyOf: (_, written: Written<typeof volunteerDetails>) => written,
  save: (id, body, revision) =>
    call<typeof api.correctVolunteer>('PUT', '/api/admin/volunteers/:id', { params: { id }, body, revision }),
})
