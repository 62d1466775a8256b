import { atom, computed, onNotify, type ReadableAtom } from 'nanostores'
import type { SourcesEndpoint } from '../../../contract/list-sources.ts'
import { call, explain } from '../../lib/api.ts'
import { filterText } from '../../lib/list-filters.ts'
import type { Message } from '../../lib/messages.ts'
import { sourceChoices } from '../../lib/sources.ts'
import { onBrowserMount } from '../browser-mount.ts'
import { createEditableList, type EditableList } from '../lists/editable-list.ts'
import type { Row } from '../lists/list-state.ts'
import { createSingle } from '../lists/single.ts'
import { showError, showToast } from '../toasts.ts'
import { type AdminTab, tabAddress, tabIn } from './console.ts'
import { $itemChanges } from './history.ts'

export const pageSize = 50

/** A query of a list; every part of it is in the address. */
export type AdminQuery = { q: string; sort: string; page: number; filter: { [name: string]: string } }

/** The same query in the words of the API. */
export type ListQuery = { q?: string; sort: string; page: string; limit: string; filter?: string }

/** Where a list is shown: in which addresses, and the address of the list with a query. */
export type ListPlace = { isIn: (search: string) => boolean; addressOf: (query: [string, string][]) => string }

const placeOf = (tab: AdminTab): ListPlace => ({
  isIn: (search) => tabIn(search) === tab,
  addressOf: (query) => tabAddress(tab, query),
})

type Definition<Item extends Row> = {
  /** A tab of the console, or a place on another page. */
  tab: AdminTab | ListPlace
  /** The sort when none is chosen, such as '-createdAt'. */
  sort: string
  /** The names of the filters. */
  filters?: readonly string[]
  /** The address of the list whose rows are also filtered by source. */
  sourcesOf?: string
  failed: Message
  read: (query: ListQuery) => Promise<{ items: Item[]; total: number }>
}

type BulkAction = {
  /** Asks for one row. */
  request: (id: number) => Promise<unknown>
  done: (count: number) => Message
  failed: Message
}

export type AdminList<Item extends Row = Row> = EditableList<Item, AdminQuery> & {
  /** Names of the filters, in the order of the toolbar. */
  filters: readonly string[]
  /** The choices of the filter by source; null: the list has none. */
  $sources: ReadableAtom<[name: string, label: string][] | null>
  defaultSort: string
  search: (words: string) => void
  /** Sorts by a column, or the other way around if it is sorted already. */
  sortBy: (column: string) => void
  /** Sorts by 'name' or '-name'. */
  sort: (sort: string) => void
  goTo: (page: number) => void
  filterBy: (name: string, value: string) => void
  clear: () => void
  /** Ids of the selected rows. */
  $selected: ReadableAtom<readonly Item['id'][]>
  select: (ids: readonly Item['id'][]) => void
  /** Asks for each selected row, four at a time, and reports how many succeeded. */
  actOnSelected: (action: BulkAction) => Promise<void>
}

const minWord = 2
const typingPause = 250 // ms
const inFlight = 4

/** The search and the filters in the words of the API; empty: all rows. */
export function narrowingOf({ q, filter }: Pick<AdminQuery, 'q' | 'filter'>): Pick<ListQuery, 'q' | 'filter'> {
  const words = q.trim()
  const chosen = filterText(filter)
  return { ...([...words].length >= minWord && { q: words }), ...(chosen !== '' && { filter: chosen }) }
}

const sourcesIn = (url: string, failed: Message) =>
  createSingle({ query: {}, failed, read: () => call<SourcesEndpoint>('GET', `${url}/sources`) })

/** A paged, searched, sorted and filtered list of the console. */
export function createAdminList<Item extends Row & { id: number }>(definition: Definition<Item>): AdminList<Item> {
  const { tab, sort: defaultSort, sourcesOf, failed, read } = definition
  const filters = [...(definition.filters ?? []), ...(sourcesOf === undefined ? [] : ['source'])]
  const place = typeof tab === 'string' ? placeOf(tab) : tab

  const list = createEditableList<Item, AdminQuery>({
    query: null,
    failed,
    read: ({ sort, page, ...query }) =>
      read({ sort, page: String(page), limit: String(pageSize), ...narrowingOf(query) }),
  })

  const $sources =
    sourcesOf === undefined
      ? atom(null)
      : computed([sourcesIn(sourcesOf, failed).$state, list.$query], (state, query) =>
          sourceChoices(state.status === 'loaded' ? state.value : [], query?.filter.source),
        )

  const $chosen = atom<readonly Item['id'][]>([])
  /** Visible rows only, because people judge a selection by what they see. */
  const $selected = computed([list.$state, $chosen], (state, chosen): readonly Item['id'][] =>
    state.status === 'loaded' ? state.items.map(({ id }) => id).filter((id) => chosen.includes(id)) : [],
  )
  list.$query.listen(() => $chosen.set([]))

  function queryFrom(search: string): AdminQuery {
    const words = new URLSearchParams(search)
    const page = Number(words.get('page') ?? 1)
    const filter = Object.fromEntries(
      filters.map((name) => [name, words.get(name) ?? '']).filter(([, value]) => value !== ''),
    )
    return {
      q: words.get('q') ?? '',
      sort: words.get('sort') ?? defaultSort,
      page: Number.isInteger(page) && page > 0 ? page : 1,
      filter,
    }
  }

  function addressOf({ q, sort, page, filter }: AdminQuery): string {
    const parts: [string, string][] = [['q', q.trim()], ...Object.entries(filter)]
    if (sort !== defaultSort) parts.push(['sort', sort])
    if (page !== 1) parts.push(['page', String(page)])
    return place.addressOf(parts.filter(([, value]) => value !== ''))
  }

  onBrowserMount(list.$state, () => {
    const follow = () => {
      if (place.isIn(location.search)) void list.show(queryFrom(location.search))
    }
    follow()
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  })

  /** `isStep`: the way back leads to the query before. */
  async function change(part: Partial<AdminQuery>, isStep = true): Promise<void> {
    const now = list.$query.get()
    // The person may have typed words just before leaving.
    if (now === null || !place.isIn(location.search)) return
    const query = { ...now, page: 1, ...part }
    if (isStep) history.pushState(null, '', addressOf(query))
    else history.replaceState(null, '', addressOf(query))
    await list.refine(query)
  }

  let typing: ReturnType<typeof setTimeout> | undefined
  function search(q: string): void {
    clearTimeout(typing)
    typing = setTimeout(() => void change({ q }, false), typingPause)
  }

  function sortBy(column: string): void {
    const isAscending = list.$query.get()?.sort === column
    void change({ sort: isAscending ? `-${column}` : column })
  }

  function filterBy(name: string, value: string): void {
    const { [name]: _, ...others } = list.$query.get()?.filter ?? {}
    void change({ filter: value === '' ? others : { ...others, [name]: value } })
  }

  async function actOnSelected({ request, done, failed }: BulkAction): Promise<void> {
    const ids = [...$selected.get()]
    const left: Item['id'][] = []
    let problem: unknown
    const next = ids.values()
    const worker = async () => {
      for (const id of next)
        try {
          await request(id)
        } catch (error) {
          problem ??= error
          left.push(id)
        }
    }
    await Promise.all(Array.from({ length: inFlight }, worker))
    const count = ids.length - left.length
    if (count > 0) showToast(done(count))
    if (problem !== undefined) showError(explain(failed, problem))
    $chosen.set($chosen.get().filter((id) => left.includes(id) || !ids.includes(id)))
    await list.reload()
  }

  // Its last rows went elsewhere, or the address is of a page that is not there any more.
  onNotify(list.$state, () => {
    const [state, query] = [list.$state.get(), list.$query.get()]
    if (state.status !== 'loaded' || state.items.length > 0 || query === null) return
    const last = Math.max(1, Math.ceil((state.total ?? 0) / pageSize))
    if (last < query.page) void change({ page: last }, false)
  })

  $itemChanges.listen(list.invalidate)

  return {
    ...list,
    filters,
    $sources,
    defaultSort,
    $selected,
    search,
    sortBy,
    sort: (sort) => void change({ sort }),
    filterBy,
    goTo: (page) => void change({ page }),
    clear: () => void change({ q: '', filter: {} }),
    select: (ids) => $chosen.set(ids),
    actOnSelected,
    // The rows after removed ones move up.
    actAndRemove: async (id, request, words) => {
      const isDone = await list.actAndRemove(id, request, words)
      if (isDone) void list.reload()
      return isDone
    },
  }
}
