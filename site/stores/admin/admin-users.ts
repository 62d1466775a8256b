import { atom } from 'nanostores'
import type * as api from '../../../contract/users.ts'
import { call } from '../../lib/api.ts'
import { messages, rowMessages } from '../../lib/messages.ts'
import { createForm, type Form } from '../form.ts'
import { $may } from '../rights.ts'
import { showToast } from '../toasts.ts'
import { unchanged } from '../unchanged.ts'
import { invitations } from './admin-invitations.ts'
import { createAdminList } from './admin-list.ts'
import { createRowEditor } from './row-editor.ts'

const words = rowMessages('user')

export const userList = createAdminList<api.AdminUser>({
  tab: 'users',
  sort: '-createdAt',
  filters: ['status', 'role', 'verified'],
  sourcesOf: '/api/admin/users',
  failed: words.loadFailed,
  read: async (query) => {
    const { users, total } = await call<typeof api.listUsers>('GET', '/api/admin/users', { query })
    return { items: users, total }
  },
})

/** True while the dialog with the API keys is open. */
export const $isShowingApiKeys = atom(false)

/** An account that loses its rights, or is deleted, ends invitations. */
async function endingInvitations<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const answered = await answer
  if ($may.get()('grants')) void invitations.reload()
  return answered
}

export const userEditor = createRowEditor({
  list: userList,
  words: { ...words, missing: messages.admin.missingFields },
  required: ['email'],
  bodyOf: (read) => ({
    firstName: read('firstName') || null,
    lastName: read('lastName') || null,
    email: read('email'),
    isActive: read('isActive') === 'on',
    // Others do not see that switch.
    ...($may.get()('grants') && { isAdmin: read('isAdmin') === 'on' }),
    isBanned: read('isBanned') === 'on',
    isEmailVerified: read('isEmailVerified') === 'on',
  }),
  save: (id, body, revision) =>
    endingInvitations(call<typeof api.editUser>('PUT', '/api/admin/users/:id', { params: { id }, body, revision })),
})

export const removeUser = (id: number) =>
  userList.actAndRemove(
    id,
    () => endingInvitations(call<typeof api.deleteUser>('DELETE', '/api/admin/users/:id', { params: { id } })),
    { done: words.deleted, failed: words.deleteFailed },
  )

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

export const resetSecondFactor = (id: number) =>
  userList.act(id, {
    request: () =>
      call<typeof api.resetUserSecondFactor>('POST', '/api/admin/users/:id/reset-second-factor', { params: { id } }),
    done: messages.user.factorReset,
    failed: messages.user.factorFailed,
  })
