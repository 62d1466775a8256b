import { atom } from 'nanostores'
import type { CurrentUser } from '../../../contract/auth.ts'
import type { updateProfile } from '../../../contract/profile.ts'
import { call } from '../../lib/api.ts'
import { type Message, messages } from '../../lib/messages.ts'
import { createForm } from '../form.ts'
import { $session } from '../session.ts'
import { showToast } from '../toasts.ts'

/** A new address that was asked for: it waits for the link in its mailbox, or for a proof of who asks. */
type EmailChange = { email: string; isLinkSent: boolean }

export const $emailChange = atom<EmailChange | null>(null)

/** The form holds what is known (§2). */
export const profileValues = (user: CurrentUser): { [field: string]: string } => ({
  firstName: user.firstName ?? '',
  lastName: user.lastName ?? '',
  email: user.email,
  phone: user.phone ?? '',
  address: user.address ?? '',
  city: user.city ?? '',
  state: user.state ?? '',
  zipCode: user.zipCode ?? '',
})

const createProfileForm = (failed: Message, showsServerMessage: boolean) =>
  createForm({
    required: [],
    failed,
    showsServerMessage,
    async send(read) {
      const body = {
        firstName: read('firstName'),
        lastName: read('lastName'),
        // A blank one would say nothing: there is always an address.
        ...(read('email') !== '' && { email: read('email') }),
        phone: read('phone'),
        address: read('address'),
        city: read('city'),
        state: read('state'),
        zipCode: read('zipCode'),
      }
      const { pendingEmail, isEmailLinkSent, ...user } = await call<typeof updateProfile>('PUT', '/api/profile', {
        body,
      })
      $session.set({ status: 'signed-in', user })
      $emailChange.set(pendingEmail === null ? null : { email: pendingEmail, isLinkSent: isEmailLinkSent })
      showToast(messages.profile.done)
    },
  })

export const profileForm = createProfileForm(messages.profile.failed, true)
/** Says the same whatever went wrong (§8). */
export const settingsProfileForm = createProfileForm(messages.profile.settingsFailed, false)
