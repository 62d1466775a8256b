import { atom, type ReadableAtom } from 'nanostores'
import { reviewMessages } from '../../lib/messages.ts'
import { type AdminList, createAdminList, type ListQuery } from './admin-list.ts'
import type { AdminTab } from './console.ts'
import { countPending } from './pending.ts'
import { createRowActions, type RowActions } from './rows.ts'

/** `isErased`: the person's data was permanently erased, so it must not be published. */
export type Reviewed = {
  id: number
  status: 'pending' | 'approved' | 'rejected' | 'deleted'
  isApproved: boolean
  isErased: boolean
  createdAt: string
}

type Calls<Item> = {
  list: (query: ListQuery) => Promise<{ items: Item[]; total: number }>
  approve: (id: number) => Promise<Item>
  reject: (id: number, reason: string) => Promise<Item>
  remove: (id: number) => Promise<unknown>
  restore: (id: number) => Promise<Item>
}

export type Review<Item extends Reviewed> = RowActions & {
  noun: string
  list: AdminList<Item>
  approve: (item: Item) => Promise<boolean>
  reject: (id: number, reason: string) => Promise<boolean>
  rejectSelected: (reason: string) => Promise<void>
  approveSelected: () => Promise<void>
  /** The row, or the selected ones, whose rejection is being written. */
  $rejected: ReadableAtom<Item | 'selected' | null>
  askForReason: (item: Item | 'selected' | null) => void
  /** The pending row after this one, or the one before; the first one for null. */
  pendingBeside: (id: number | null, step: 1 | -1) => Item | undefined
}

/** The store of one reviewed topic: approve, reject, delete and restore, one row or several. */
export function createReview<Item extends Reviewed>(tab: AdminTab, noun: string, calls: Calls<Item>): Review<Item> {
  const words = reviewMessages(noun)
  const list = createAdminList<Item>({
    tab,
    sort: '-status',
    filters: ['status'],
    failed: words.loadFailed,
    read: calls.list,
  })
  const $rejected = atom<Item | 'selected' | null>(null)

  async function counted<Result>(decision: Promise<Result>): Promise<Result> {
    const result = await decision
    void countPending()
    return result
  }

  const approve = (item: Item) =>
    counted(
      list.act(item.id, {
        request: () => calls.approve(item.id),
        expected: { ...item, isApproved: true, status: 'approved' },
        done: words.approved,
        failed: words.approveFailed,
      }),
    )
  const reject = (id: number, reason: string) =>
    counted(
      list.act(id, {
        request: () => calls.reject(id, reason),
        done: words.rejected,
        failed: words.rejectFailed,
      }),
    )
  function pendingBeside(id: number | null, step: 1 | -1): Item | undefined {
    const state = list.$state.get()
    const items = state.status === 'loaded' ? state.items : []
    const at = items.findIndex((item) => item.id === id)
    const rest = step === 1 ? items.slice(at + 1) : items.slice(0, Math.max(at, 0)).reverse()
    return rest.find(({ status, isErased }) => status === 'pending' && !isErased)
  }
  const rows = createRowActions(list, words, calls)

  return {
    noun,
    list,
    approve,
    reject,
    remove: (id) => counted(rows.remove(id)),
    restore: (id) => counted(rows.restore(id)),
    removeSelected: () => counted(rows.removeSelected()),
    approveSelected: () =>
      counted(list.actOnSelected({ request: calls.approve, done: words.manyApproved, failed: words.approveFailed })),
    rejectSelected: (reason) =>
      counted(
        list.actOnSelected({
          request: (id) => calls.reject(id, reason),
          done: words.manyRejected,
          failed: words.rejectFailed,
        }),
      ),
    pendingBeside,
    $rejected,
    askForReason: (item) => $rejected.set(item),
  }
}
