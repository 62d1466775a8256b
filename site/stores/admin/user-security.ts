import { atom, type ReadableAtom } from 'nanostores'
import type { Session } from '../../../contract/auth-sessions.ts'
import type * as api from '../../../contract/users.ts'
import { call } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { runExclusively } from '../exclusive.ts'
import { createList, createSimpleList } from '../lists/list.ts'
import type { List } from '../lists/list-state.ts'
import { showToast } from '../toasts.ts'

/** The person whose sessions and bans are shown. */
export const $secured = atom<api.AdminUser | null>(null)

export type UserSecurity = {
  sessions: List<Session, object>
  pastSessions: List<api.UserPastSession, object>
  /** Newest first; the id is the position. */
  bans: List<api.UserBan & { id: number }, object>
  $isEnding: ReadableAtom<boolean>
  endSession: (sessionId: string) => Promise<void>
  endSessions: () => Promise<void>
}

/** The sessions and the bans of one person. */
export function createUserSecurity(id: number): UserSecurity {
  const params = { id }
  const $isEnding = atom(false)
  const sessions = createList<Session, object>({
    query: {},
    failed: messages.user.sessionsUnread,
    read: async () => ({
      items: await call<typeof api.listUserSessions>('GET', '/api/admin/users/:id/sessions', { params }),
    }),
  })
  const pastSessions = createSimpleList(() =>
    call<typeof api.listUserPastSessions>('GET', '/api/admin/users/:id/sessions/past', { params }),
  )
  const bans = createList<api.UserBan & { id: number }, object>({
    query: {},
    failed: messages.user.bansUnread,
    read: async () => {
      const rows = await call<typeof api.listUserBans>('GET', '/api/admin/users/:id/bans', { params })
      return { items: rows.map((ban, place) => ({ ...ban, id: place })) }
    },
  })

  async function end(request: () => Promise<unknown>, done: { title: string }): Promise<void> {
    if ($isEnding.get()) return
    await runExclusively($isEnding, messages.user.sessionsFailed, async () => {
      await request()
      showToast(done)
    })
    await Promise.all([sessions.reload(), pastSessions.reload()])
  }

  return {
    sessions,
    pastSessions,
    bans,
    $isEnding,
    endSession: (sessionId) =>
      end(
        () =>
          call<typeof api.endUserSession>('DELETE', '/api/admin/users/:id/sessions/:sessionId', {
            params: { id, sessionId },
          }),
        messages.user.sessionEnded,
      ),
    endSessions: () =>
      end(
        () => call<typeof api.endUserSessions>('DELETE', '/api/admin/users/:id/sessions', { params }),
        messages.user.sessionsEnded,
      ),
  }
}
