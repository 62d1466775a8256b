import { atom } from 'nanostores'
import type * as api from '../../../contract/admin-invitations.ts'
import { call, explain } from '../../lib/api.ts'
import { dateAndTime } from '../../lib/local-dates.ts'
import { messages, tryAgain } from '../../lib/messages.ts'
import { createForm, type Form } from '../form.ts'
import { createSingle } from '../lists/single.ts'
import { showError, showToast } from '../toasts.ts'
import { unchanged } from '../unchanged.ts'

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

const inviteFailed = { title: 'Error sending invitation', description: tryAgain }

export const $isInviting = atom(false)

export const inviteForm = (): Form =>
  createForm({
    required: ['email'],
    hasErrorToast: true,
    failed: inviteFailed,
    signedOut: { ...inviteFailed, description: messages.sessionEnd.saveAgain },
    showsServerMessage: true,
    async send(read) {
      const email = read('email')
      const isOpen = unchanged($isInviting)
      const { expiresAt } = await call<typeof api.inviteAdmin>('POST', '/api/admin/invitations', { body: { email } })
      const description = `The link in the email to ${email} works once, until ${dateAndTime(expiresAt)}.`
      showToast({ title: 'Invitation sent', description }, 'default', () => withdrawInvitation(email))
      void invitations.reload()
      if (isOpen()) $isInviting.set(false)
    },
  })
