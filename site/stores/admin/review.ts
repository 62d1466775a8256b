import { atom, type ReadableAtom } from 'nanostores'
import type { ZodType } from 'zod'
import type { ReviewEndpoints, ReviewStatus } from '../../../contract/review.ts'
import type { Source } from '../../../contract/sources.ts'
import { perReviewed, type ReviewedTopic } from '../../../contract/topic-words.ts'
import type { Agreed } from '../../../contract/wordings.ts'
import { call, callForPage, conflictIn } from '../../lib/api.ts'
import { reviewMessages } from '../../lib/messages.ts'
import { type AdminList, createAdminList } from './admin-list.ts'
import { countPending } from './pending.ts'
import { createRowActions, type RowActions } from './rows.ts'

/** `isErased`: the person's data was permanently erased, so it must not be published. */
export type Reviewed = {
  id: number
  status: ReviewStatus
  isApproved: boolean
  isErased: boolean
  createdAt: string
  revision: number
  firstSource: Source | null
  actSource: Source | null
  wording: Agreed | null
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

const nouns = perReviewed('topic', ({ item }) => item)

/** The store of one reviewed topic: approve, reject, delete and restore, one row or several. */
export function createReview<Item extends Reviewed>(topic: ReviewedTopic): Review<Item> {
  type Api = ReviewEndpoints<ReviewedTopic, ZodType<Item>>
  const url = `/api/admin/${topic}` as const
  const noun = nouns[topic]
  const approval = (id: number) =>
    asRead(id, (parts) => call<Api['approve']>('POST', `${url}/:id/approve`, { params: { id }, ...parts }))
  const rejection = (id: number, reason: string) =>
    asRead(id, (parts) =>
      call<Api['reject']>('POST', `${url}/:id/reject`, { params: { id }, body: { reason }, ...parts }),
    )
  const words = reviewMessages(noun)
  const list = createAdminList<Item>({
    tab: topic,
    sort: '-status',
    filters: ['status'],
    sourcesOf: url,
    failed: words.loadFailed,
    read: (query) => callForPage<Api['list']>(url, { query }),
  })
  const $rejected = atom<Item | 'selected' | null>(null)

  /** Decides about the words in the list; where staff corrected them since, the list shows the new ones. */
  async function asRead(id: number, decide: (parts: { revision?: number }) => Promise<Item>): Promise<Item> {
    const state = list.$state.get()
    const item = state.status === 'loaded' ? state.items.find((item) => item.id === id) : undefined
    try {
      return await decide(item ? { revision: item.revision } : {})
    } catch (error) {
      const conflict = conflictIn<Item>(error)
      if (conflict) list.replace(conflict.current)
      throw error
    }
  }

  async function counted<Result>(decision: Promise<Result>): Promise<Result> {
    const result = await decision
    void countPending()
    return result
  }

  const approve = (item: Item) =>
    counted(
      list.act(item.id, {
        request: () => approval(item.id),
        expected: { ...item, isApproved: true, status: 'approved' },
        done: words.approved,
        failed: words.approveFailed,
      }),
    )
  const reject = (id: number, reason: string) =>
    counted(
      list.act(id, {
        request: () => rejection(id, reason),
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
  const rows = createRowActions(list, words, {
    remove: (id) => call<Api['delete']>('DELETE', `${url}/:id`, { params: { id } }),
    restore: (id) => call<Api['restore']>('POST', `${url}/:id/restore`, { params: { id } }),
  })

  return {
    noun,
    list,
    approve,
    reject,
    remove: (id) => counted(rows.remove(id)),
    restore: (id) => counted(rows.restore(id)),
    removeSelected: () => counted(rows.removeSelected()),
    approveSelected: () =>
      counted(list.actOnSelected({ request: approval, done: words.manyApproved, failed: words.approveFailed })),
    rejectSelected: (reason) =>
      counted(
        list.actOnSelected({
          request: (id) => rejection(id, reason),
          done: words.manyRejected,
          failed: words.rejectFailed,
        }),
      ),
    pendingBeside,
    $rejected,
    askForReason: (item) => $rejected.set(item),
  }
}
