import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import type { ReactNode } from 'react'
import type { ListState } from '../../stores/lists/list-state.ts'
import { ListNotice } from './ListNotice.tsx'

type Props<Item> = {
  list: { $state: ReadableAtom<ListState<Item>>; reload: () => void }
  /** Shown until they arrive. */
  placeholder: ReactNode
  /** Shown where there are none; by default what `children` makes of none. */
  none?: ReactNode
  children: (items: Item[]) => ReactNode
}

/** The rows of a list, or why they could not be loaded. */
export function LoadedItems<Item>({ list, placeholder, none, children }: Props<Item>) {
  const state = useStore(list.$state)
  switch (state.status) {
    case 'loading':
      return placeholder
    case 'failed':
    case 'offline':
      return <ListNotice isOffline={state.status === 'offline'} onRetry={list.reload} />
    case 'loaded':
      return none !== undefined && state.items.length === 0 ? none : children(state.items)
  }
}
