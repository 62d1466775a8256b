import { atom, computed } from 'nanostores'
import type * as api from '../../../../contract/staff-sets.ts'
import { call, explain } from '../../../lib/api.ts'
import { tryAgain } from '../../../lib/messages.ts'
import { createSingle } from '../../lists/single.ts'
import { showError, showToast } from '../../toasts.ts'
import { userList } from '../admin-users.ts'

const words = {
  loadFailed: { title: 'Error', description: 'Failed to load the roles of your own.' },
  removed: { title: 'Role removed', description: 'It gives nothing any more.' },
  notRemoved: { title: 'Error removing role', description: tryAgain },
}

export const staffSets = createSingle<api.StaffSet[], object>({
  query: {},
  failed: words.loadFailed,
  read: () => call<typeof api.listStaffSets>('GET', '/api/admin/staff-sets'),
})

/** Those that are known; an older process, while the server is updated, has none. */
export const $staffSets = computed(staffSets.$state, (state) => (state.status === 'loaded' ? state.value : []))

/** True while the dialog with the roles of the campaign's own is open. */
export const $isShowingStaffSets = atom(false)

/** The list of people shows their roles too. */
export function reloadSets(): void {
  void staffSets.reload()
  void userList.reload()
}

export async function removeStaffSet(id: number, reason: string): Promise<void> {
  try {
    const options = { params: { id }, body: { reason: reason.trim() } }
    await call<typeof api.removeStaffSet>('POST', '/api/admin/staff-sets/:id/remove', options)
    showToast(words.removed)
  } catch (error) {
    showError(explain(words.notRemoved, error))
  }
  reloadSets()
}
