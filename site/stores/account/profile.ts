import { atom } from 'nanostores'
import type { CurrentUser } from '../../../contract/auth.ts'
import type { updateProfile } from '../../../contract/profile.ts'
import type { account } from '../../../records/users.ts'
import { call } from '../../lib/api.ts'
import { textsOf, type Written } from '../../lib/item-values.ts'
import { type Message, messages } from '../../lib/messages.ts'
import { createForm } from '../form.ts'
import { showUser } from '../session.ts'
import { showToast } from '../toasts.ts'

/** A new email address that is not verified yet: by the link we sent, or first by proving who is asking. */
type EmailChange = { email: string; isLinkSent: boolean }

export const $emailChange = atom<EmailChange | null>(null)

/** Initial values of the form (§2). */
export const profileValues = (user: CurrentUser) => textsOf(user)

const createProfileForm = (failed: Message, showsServerMessage: boolean) =>
  createForm({
    act: 'Profile updated',
    required: [],
    failed,
    showsServerMessage,
    async send(read, _, written: Written<typeof account>) {
      const body = {
        ...written,
        // Every account has an email address, so a blank one means no change.
        email: read('email') || undefined,
      }
      const { pendingEmail, isEmailLinkSent, ...user } = await call<typeof updateProfile>('PUT', '/api/profile', {
        body,
      })
      showUser(user)
      $emailChange.set(pendingEmail === null ? null : { email: pendingEmail, isLinkSent: isEmailLinkSent })
      showToast(messages.profile.done)
    },
  })

export const profileForm = createProfileForm(messages.profile.failed, true)
/** Shows the same message for every failure (§8). */
export const settingsProfileForm = createProfileForm(messages.profile.settingsFailed, false)
