import { atom } from 'nanostores'
import type { inviteAdmin, withdrawInvitation } from '../../../contract/admin-invitations.ts'
import type * as api from '../../../contract/users.ts'
import { call, explain } from '../../lib/api.ts'
import { dateAndTime } from '../../lib/local-dates.ts'
import { messages, rowMessages, tryAgain } from '../../lib/messages.ts'
import { createForm, type Form } from '../form.ts'
import { showError, showToast } from '../toasts.ts'
import { unchanged } from '../unchanged.ts'
import { createAdminList } from './admin-list.ts'
import { createRowEditor } from './row-editor.ts'

const words = rowMessages('user')

export const userList = createAdminList<api.AdminUser>({
  tab: 'users',
  sort: '-createdAt',
  filters: ['status', 'role', 'verified'],
  failed: words.loadFailed,
  read: async (query) => {
    const { users, total } = await call<typeof api.listUsers>('GET', '/api/admin/users', { query })
    return { items: users, total }
  },
})

export const userEditor = createRowEditor({
  list: userList,
  words: { ...words, missing: messages.admin.missingFields },
  required: ['email'],
  bodyOf: (read) => ({
    firstName: read('firstName') || null,
    lastName: read('lastName') || null,
    email: read('email'),
    isActive: read('isActive') === 'on',
    isAdmin: read('isAdmin') === 'on',
    isBanned: read('isBanned') === 'on',
    isEmailVerified: read('isEmailVerified') === 'on',
  }),
  save: (id, body, revision) =>
    call<typeof api.editUser>('PUT', '/api/admin/users/:id', { params: { id }, body, revision }),
})

export const removeUser = (id: number) =>
  userList.actAndRemove(id, () => call<typeof api.deleteUser>('DELETE', '/api/admin/users/:id', { params: { id } }), {
    done: words.deleted,
    failed: words.deleteFailed,
  })

const setBan = (id: number, ban: { banned: boolean; reason?: string | null; until?: string | null }) =>
  call<typeof api.banUser>('POST', '/api/admin/users/:id/ban', { params: { id }, body: ban })

export const unban = (id: number) =>
  userList.act(id, {
    request: () => setBan(id, { banned: false }),
    done: messages.user.ban,
    failed: messages.user.banFailed,
  })

/** The person who is about to be banned. */
export const $banned = atom<api.AdminUser | null>(null)

/** Asks for a reason and an end; both are optional. */
export const banForm = ({ id }: api.AdminUser): Form =>
  createForm({
    required: [],
    hasErrorToast: true,
    failed: messages.user.banFailed,
    signedOut: { ...messages.user.banFailed, description: messages.sessionEnd.saveAgain },
    showsServerMessage: true,
    async send(read) {
      const until = read('until')
      const isOpen = unchanged($banned)
      const row = await setBan(id, {
        banned: true,
        reason: read('reason') || null,
        // The field holds the time on this person's clock.
        until: until === '' ? null : new Date(until).toISOString(),
      })
      userList.replace(row)
      showToast(messages.user.ban)
      if (isOpen()) $banned.set(null)
    },
  })

const inviteFailed = { title: 'Error sending invitation', description: tryAgain }

async function withdraw(email: string): Promise<void> {
  try {
    await call<typeof withdrawInvitation>('POST', '/api/admin/invitations/withdraw', { body: { email } })
    showToast({ title: 'Invitation withdrawn', description: 'The link we emailed no longer works.' })
  } catch (error) {
    showError(explain({ title: 'Error withdrawing invitation', description: tryAgain }, error))
  }
}

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
      const { expiresAt } = await call<typeof inviteAdmin>('POST', '/api/admin/invitations', { body: { email } })
      const description = `The link in the email to ${email} works once, until ${dateAndTime(expiresAt)}.`
      showToast({ title: 'Invitation sent', description }, 'default', () => withdraw(email))
      if (isOpen()) $isInviting.set(false)
    },
  })

export const resetSecondFactor = (id: number) =>
  userList.act(id, {
    request: () =>
      call<typeof api.resetUserSecondFactor>('POST', '/api/admin/users/:id/reset-second-factor', { params: { id } }),
    done: messages.user.factorReset,
    failed: messages.user.factorFailed,
  })
