import type * as api from '../../../contract/admin-invitations.ts'
import { call, explain } from '../../lib/api.ts'
import { dateAndTime } from '../../lib/local-dates.ts'
import { messages } from '../../lib/messages.ts'
import { createSingle } from '../lists/single.ts'
import { showError, showToast } from '../toasts.ts'

/** The invitations that still stand. */
export const invitations = createSingle<api.AdminInvitation[], object>({
  query: {},
  failed: messages.user.invitationsUnread,
  read: () => call<typeof api.listInvitations>('GET', '/api/admin/invitations'),
})

export async function withdrawInvitation(email: string): Promise<void> {
  try {
    await call<typeof api.withdrawInvitation>('POST', '/api/admin/invitations/withdraw', { body: { email } })
    showToast(messages.user.invitationWithdrawn)
  } catch (error) {
    showError(explain(messages.user.withdrawFailed, error))
  }
  void invitations.reload()
}

/** Says that an invitation was sent, and offers to withdraw it. */
export function invited({ email, expiresAt }: { email: string; expiresAt: string }): void {
  const description = `The link in the email to ${email} works once, until ${dateAndTime(expiresAt)}.`
  showToast({ title: 'Invitation sent', description }, 'default', () => withdrawInvitation(email))
  void invitations.reload()
}
