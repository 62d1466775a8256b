import type { rowMessages } from '../../lib/messages.ts'
import type { AdminList } from './admin-list.ts'

type Calls = {
  remove: (id: number) => Promise<unknown>
  restore?: (id: number) => Promise<unknown>
}

export type RowActions = {
  remove: (id: number) => Promise<boolean>
  restore: (id: number) => Promise<boolean>
  removeSelected: () => Promise<void>
}

/** Deleting the rows of a list, one or several, and restoring them where the server can. */
export function createRowActions<Item extends { id: number }>(
  list: AdminList<Item>,
  words: Pick<
    ReturnType<typeof rowMessages>,
    'deleted' | 'manyDeleted' | 'deleteFailed' | 'restored' | 'restoreFailed'
  >,
  { remove, restore }: Calls,
): RowActions {
  const actions: RowActions = {
    remove: (id) =>
      list.actAndRemove(id, () => remove(id), {
        done: words.deleted,
        failed: words.deleteFailed,
        ...(restore && { undo: () => actions.restore(id) }),
      }),
    restore: async (id) =>
      restore !== undefined &&
      (await list.actAndRemove(id, () => restore(id), { done: words.restored, failed: words.restoreFailed })),
    removeSelected: () => list.actOnSelected({ request: remove, done: words.manyDeleted, failed: words.deleteFailed }),
  }
  return actions
}
