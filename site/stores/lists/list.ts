import { atom } from 'nanostores'
import { ApiError, ConnectionError, explain, sessionEvents } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { onBrowserMount } from '../browser-mount.ts'
import { showError } from '../toasts.ts'
import type { Definition, List, ListState, Page, Row } from './list-state.ts'

const loading = { status: 'loading' } as const

/**
 * The store of every list, whether paged, searched, sorted or filtered. Only the response to the latest request is
 * shown, in whatever order they arrive, and never one from before a local change.
 */
export function createList<Item extends Row, Query extends object>(
  definition: Definition<Item, Query>,
): List<Item, Query> {
  const { read, failed = messages.list.failed, freshFor = 0, order } = definition
  const $query = atom<Query | null>(definition.query)
  const $state = atom<ListState<Item>>(loading)
  const $isLoading = atom(false)
  let question = 0
  /** The page showed these rows when it was opened: they are fresh for the first island that shows them. */
  let isTakenOver = false
  let asking: Promise<void> | undefined
  /** The query whose rows are shown, and how often rows were loaded or changed locally. */
  let shown: Query | null = null
  let reads = 0
  let changes = 0
  let loadedAt = Number.NEGATIVE_INFINITY
  /** The last row from the server: the cursor of the next page. */
  let last: Item | undefined
  let nextPage: { query: Query; answer: Promise<boolean> } | undefined

  async function readRows(query: Query, count: number): Promise<Page<Item>> {
    const items: Item[] = []
    let page: Page<Item>
    do {
      page = await read(query, items.at(-1))
      items.push(...page.items)
    } while (page.hasMore && items.length < count)
    return { ...page, items }
  }

  async function answer(query: Query, count: number, mine: number): Promise<void> {
    try {
      let before: number
      let page: Page<Item>
      do {
        before = changes
        page = await readRows(query, count)
      } while (mine === question && before !== changes)
      if (mine !== question) return
      const { items, hasMore = false, total = null } = page
      reads += 1
      shown = query
      last = items.at(-1)
      loadedAt = Date.now()
      $state.set({ status: 'loaded', items, hasMore, total, problem: null })
    } catch (error) {
      if (mine === question) fail(error, query)
    }
    if (mine === question) $isLoading.set(false)
  }

  function fail(error: unknown, query: Query): void {
    const hasNoAnswer = error instanceof ConnectionError
    const isOffline = hasNoAnswer && error.isOffline
    if (isOffline) addEventListener('online', reload, { once: true })
    if (error instanceof ApiError && error.status === 401)
      addEventListener(sessionEvents.resumed, reload, { once: true })
    const state = $state.value
    const { offline, unreachable } = messages.list
    const problem = isOffline ? offline : hasNoAnswer ? unreachable : explain(failed, error)
    if (state.status === 'loaded' && shown === query) $state.set({ ...state, problem })
    else $state.set(isOffline ? { status: 'offline' } : { status: 'failed', message: problem })
  }

  function ask(query: Query, count: number): Promise<void> {
    question += 1
    $isLoading.set(true)
    if ($state.value.status !== 'loaded') $state.set(loading)
    asking = answer(query, count, question)
    return asking
  }

  async function show(query: Query): Promise<void> {
    const now = $query.get()
    if (now !== null && isSame(now, query)) {
      if ($isLoading.get()) return asking
      if ($state.value.status === 'loaded') return
    }
    $query.set(query)
    $state.set(loading)
    await ask(query, 0)
  }

  async function refine(change: Partial<Query>): Promise<void> {
    const now = $query.get()
    if (now === null) return
    const query = { ...now, ...change }
    $query.set(query)
    await ask(query, 0)
  }

  async function reload(): Promise<void> {
    const query = $query.get()
    const state = $state.value
    if (query !== null) await ask(query, state.status === 'loaded' ? state.items.length : 0)
  }

  async function reloadIfStale(): Promise<void> {
    if ($isLoading.get()) return asking
    if (isTakenOver) {
      isTakenOver = false
      return
    }
    if (Date.now() - loadedAt >= freshFor) await reload()
  }

  function takeOver({ items, hasMore = false, total }: Page<Item>): void {
    if (loadedAt !== Number.NEGATIVE_INFINITY) return
    reads += 1
    shown = $query.get()
    last = items.at(-1)
    loadedAt = Date.now()
    isTakenOver = true
    $state.set({ status: 'loaded', items, hasMore, total: total ?? null, problem: null })
  }

  function invalidate(): void {
    loadedAt = Number.NEGATIVE_INFINITY
    if ($state.lc > 0) void reload()
  }

  function readNextPage(): Promise<boolean> {
    const query = $query.get()
    if (query === null || $state.value.status !== 'loaded') return Promise.resolve(false)
    if (nextPage?.query !== query) {
      const answer = appendPage(query).finally(() => {
        if (nextPage?.answer === answer) nextPage = undefined
      })
      nextPage = { query, answer }
    }
    return nextPage.answer
  }

  async function appendPage(query: Query): Promise<boolean> {
    while (shown === query && $query.get() === query) {
      const before = reads
      const page = await read(query, last)
      const state = $state.value
      // The list was reloaded in between, so the next page may be another one.
      if (before !== reads || state.status !== 'loaded') continue
      const { items, hasMore = false, total = state.total } = page
      const ids = new Set(items.map(({ id }) => id))
      const rows = [...state.items.filter(({ id }) => !ids.has(id)), ...items]
      last = items.at(-1) ?? last
      $state.set({ ...state, items: order ? rows.sort(order) : rows, hasMore, total })
      return hasMore
    }
    return false
  }

  async function loadMore(): Promise<void> {
    const state = $state.value
    if (state.status !== 'loaded' || !state.hasMore) return
    try {
      await readNextPage()
    } catch (error) {
      showError(explain(failed, error))
    }
  }

  function update(change: (items: Item[]) => Item[]): void {
    changes += 1
    const state = $state.value
    if (state.status !== 'loaded') return
    const items = change(state.items)
    const total = state.total === null ? null : state.total + items.length - state.items.length
    $state.set({ ...state, items, total })
  }

  onBrowserMount($state, () => void reloadIfStale())

  return {
    ...{ $state, $query, $isLoading, show, refine, reload, reloadIfStale, takeOver, invalidate },
    ...{ loadMore, readNextPage, update },
  }
}

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

/** A list that is loaded as a whole and has no query. */
export const createSimpleList = <Item extends Row>(read: () => Promise<Item[]>): List<Item, object> =>
  createList({ query: {}, read: async () => ({ items: await read() }) })
