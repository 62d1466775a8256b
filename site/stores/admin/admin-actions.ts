import { atom } from 'nanostores'
import type { AdminAction, listAdminActions } from '../../../contract/admin.ts'
import { call, sentenceOf } from '../../lib/api.ts'

const pageSize = 50

export type ActionsState =
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  | { status: 'loaded'; actions: AdminAction[]; total: number; page: number; pages: number }

export const $actions = atom<ActionsState>({ status: 'loading' })

export async function loadActions(page = 1): Promise<void> {
  try {
    const query = { page: String(page), limit: String(pageSize) }
    const { actions, total } = await call<typeof listAdminActions>('GET', '/api/admin/actions', { query })
    $actions.set({ status: 'loaded', actions, total, page, pages: Math.max(1, Math.ceil(total / pageSize)) })
  } catch (error) {
    $actions.set({ status: 'failed', message: `Error loading actions: ${sentenceOf(error) ?? 'Please try again.'}` })
  }
}
