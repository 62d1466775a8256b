import { atom, computed, type ReadableAtom } from 'nanostores'
import { reviewMessages } from '../../lib/messages.ts'
import { type AdminList, createAdminList, type Page } from '../admin-list.ts'
import { $erasures } from './history.ts'

/** `isErased`: the person's data is gone for good, and nothing of it may be published. */
export type Reviewed = { id: number; isApproved: boolean; isErased: boolean; createdAt: string }
export type Sort<Item> = { by: keyof Item; descending: boolean }

type Calls<Item> = {
  list: (page: Page) => Promise<Item[]>
  approve: (id: number) => Promise<Item>
  remove: (id: number) => Promise<unknown>
}

export type Review<Item extends Reviewed> = Pick<AdminList<Item>, '$state' | '$busy' | 'load' | 'loadMore'> & {
  noun: string
  /** Loaded items that match the search, in the chosen order. */
  $rows: ReadableAtom<Item[]>
  $search: ReadableAtom<string>
  $sort: ReadableAtom<Sort<Item>>
  approve: (id: number) => Promise<void>
  remove: (id: number) => Promise<void>
  search: (words: string) => void
  sortBy: (column: keyof Item) => void
}

/** The table of one reviewed topic: what is loaded, how it is shown, and approve and delete. */
export function createReview<Item extends Reviewed>(noun: string, calls: Calls<Item>): Review<Item> {
  const words = reviewMessages(noun)
  const { $state, $busy, load, loadMore, ...items } = createAdminList(calls.list, { title: words.loadFailed })
  const $search = atom('')
  const $sort = atom<Sort<Item>>({ by: 'createdAt', descending: true })
  const $rows = computed([$state, $search, $sort], (state, search, sort) =>
    state.status === 'loaded' ? state.items.filter(matching(search)).sort(ordering(sort)) : [],
  )

  const approve = (id: number) =>
    items.once(id, async () => items.replace(await calls.approve(id)), {
      done: { title: words.approved },
      failed: { title: words.approveFailed },
    })

  async function removeItem(id: number) {
    await calls.remove(id)
    items.drop(id)
  }
  const remove = (id: number) =>
    items.once(id, () => removeItem(id), { done: { title: words.deleted }, failed: { title: words.deleteFailed } })

  function sortBy(by: keyof Item) {
    const sort = $sort.get()
    $sort.set({ by, descending: sort.by === by ? !sort.descending : by === 'createdAt' })
  }

  $erasures.listen(() => {
    if ($state.get().status === 'loaded') void load()
  })

  const search = (text: string) => $search.set(text)
  return { noun, $state, $rows, $search, $sort, $busy, load, loadMore, approve, remove, search, sortBy }
}

const matching = (search: string) => {
  const wanted = search.trim().toLocaleLowerCase()
  return (item: object) =>
    Object.values(item).some((value) => typeof value === 'string' && value.toLocaleLowerCase().includes(wanted))
}

const collator = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' })

const ordering =
  <Item extends Reviewed>({ by, descending }: Sort<Item>) =>
  (one: Item, other: Item) => {
    const order = collator.compare(String(one[by] ?? ''), String(other[by] ?? '')) || one.id - other.id
    return descending ? -order : order
  }
