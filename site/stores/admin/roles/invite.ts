import type { inviteAdmin } from '../../../../contract/admin-invitations.ts'
import { call } from '../../../lib/api.ts'
import { messages, tryAgain } from '../../../lib/messages.ts'
import { createForm, type Form } from '../../form.ts'
import { requireEvents, roleAsked } from './user-roles.ts'

const failed = { title: 'Error sending invitation', description: tryAgain }

/** `expiresAt`: ISO 8601. */
export type Invited = { email: string; expiresAt: string }

export const inviteForm = (onInvited: (invited: Invited) => void): Form =>
  createForm({
    required: ['email'],
    check: requireEvents,
    hasErrorToast: true,
    failed,
    signedOut: { ...failed, description: messages.sessionEnd.saveAgain },
    showsServerMessage: true,
    async send(read) {
      const email = read('email')
      const body = { email, ...(read('role') === 'admin' ? { role: 'admin' as const } : roleAsked(read)) }
      const { expiresAt } = await call<typeof inviteAdmin>('POST', '/api/admin/invitations', { body })
      onInvited({ email, expiresAt })
    },
  })
