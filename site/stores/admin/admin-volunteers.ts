import type * as api from '../../../contract/volunteers.ts'
import { call, callForPage } from '../../lib/api.ts'
import { messages, rowMessages } from '../../lib/messages.ts'
import { createAdminList } from './admin-list.ts'
import { createRowEditor } from './row-editor.ts'
import { createRowActions } from './rows.ts'

const words = rowMessages('volunteer')

export const volunteerList = createAdminList<api.AdminVolunteer>({
  tab: 'volunteers',
  sort: '-createdAt',
  filters: ['availability', 'interest', 'way', 'status'],
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
  bodyOf: (read) => ({
    firstName: read('firstName'),
    lastName: read('lastName'),
    email: read('email'),
    phone: read('phone') || null,
    skills: read('skills') || null,
    availability: read('availability') || null,
  }),
  save: (id, body, revision) =>
    call<typeof api.correctVolunteer>('PUT', '/api/admin/volunteers/:id', { params: { id }, body, revision }),
})
