import type { EmailSignup, listEmailSignups } from '../../../contract/email-signups.ts'
import { callForPage } from '../../lib/api.ts'
import { rowMessages } from '../../lib/messages.ts'
import { createAdminList } from './admin-list.ts'

export const emailList = createAdminList<EmailSignup>({
  tab: 'emails',
  sort: '-createdAt',
  sourcesOf: '/api/admin/emails',
  failed: rowMessages('email signup').loadFailed,
  read: (query) => callForPage<typeof listEmailSignups>('/api/admin/emails', { query }),
})
