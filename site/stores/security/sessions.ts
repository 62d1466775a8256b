import { atom } from 'nanostores'
import type * as api from '../../../contract/auth-sessions.ts'
import { call, explain } from '../../lib/api.ts'
import { type Message, messages } from '../../lib/messages.ts'
import { createSimpleList } from '../lists/list.ts'
import { showError, showToast } from '../toasts.ts'

export const sessions = createSimpleList(() => call<typeof api.listSessions>('GET', '/api/auth/sessions'))
export const pastSessions = createSimpleList(() => call<typeof api.listPastSessions>('GET', '/api/auth/sessions/past'))
export const signIns = createSimpleList(() => call<typeof api.listSignIns>('GET', '/api/auth/sign-ins'))

/** The session that is being ended: its id, or 'others'. */
export const $ending = atom<string | null>(null)

async function end(what: string, request: () => Promise<unknown>, done: Message) {
  if ($ending.get() !== null) return
  $ending.set(what)
  try {
    await request()
    showToast(done)
  } catch (error) {
    showError(explain(messages.sessions.endFailed, error))
  }
  await Promise.all([sessions.reload(), pastSessions.reload()])
  $ending.set(null)
}

export const endOne = (id: string) =>
  end(
    id,
    () => call<typeof api.endSession>('DELETE', '/api/auth/sessions/:id', { params: { id } }),
    messages.sessions.ended,
  )

export const endOthers = () =>
  end('others', () => call<typeof api.endOtherSessions>('DELETE', '/api/auth/sessions'), messages.sessions.othersEnded)
