import type { changePassword } from '../../../contract/auth-password.ts'
import { call } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { createForm } from '../form.ts'
import { showToast } from '../toasts.ts'
import { loadReauthentication } from './reauthentication.ts'
import { sessions } from './sessions.ts'

const passwordForm = (required: string[]) =>
  createForm({
    required,
    verbatim: ['currentPassword', 'newPassword'],
    failed: messages.password.failed,
    showsServerMessage: true,
    async send(read) {
      const currentPassword = read('currentPassword')
      const body = { newPassword: read('newPassword'), ...(currentPassword !== '' && { currentPassword }) }
      await call<typeof changePassword>('PUT', '/api/auth/password', { body })
      showToast(messages.password.done)
      sessions.invalidate()
      await loadReauthentication()
    },
  })

export const changePasswordForm = passwordForm(['currentPassword', 'newPassword'])
/** For people who just used a magic link, or have no password yet. */
export const setPasswordForm = passwordForm(['newPassword'])
