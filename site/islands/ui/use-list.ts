import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { List, ListState, Page, Row } from '../../stores/lists/list-state.ts'

/** The state of a list whose first rows are in the HTML of the page (`known`); undefined: they have to be loaded. */
export function useList<Item extends Row>(
  list: Pick<List<Item, object>, '$state' | 'takeOver'>,
  known: Page<Item> | undefined,
): ListState<Item> {
  // Before the store is read, which loads rows that it doesn't have. The server keeps nothing in it.
  useState(() => known && typeof document !== 'undefined' && list.takeOver(known))
  const state = useStore(list.$state, { ssr: 'initial' })
  if (state.status !== 'loading' || known === undefined) return state
  return { status: 'loaded', items: known.items, hasMore: known.hasMore ?? false, total: null, problem: null }
}
