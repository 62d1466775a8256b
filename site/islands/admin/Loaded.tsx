import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import type { ReactNode } from 'react'
import type { SingleState } from '../../stores/lists/single.ts'
import { LoadFailure, OutdatedNotice } from './LoadFailure.tsx'

type Props<Value> = {
  store: { $state: ReadableAtom<SingleState<Value>>; reload: () => void }
  /** Shown until the value arrives. */
  placeholder: ReactNode
  children: (value: Value) => ReactNode
}

/** Content that a store loaded, or why it could not; a notice above it says that it may be out of date. */
export function Loaded<Value>({ store, placeholder, children }: Props<Value>) {
  const state = useStore(store.$state)
  if (state.status === 'loading') return placeholder
  if (state.status !== 'loaded') return <LoadFailure state={state} onRetry={store.reload} />
  return (
    <>
      <OutdatedNotice state={state} onRetry={store.reload} />
      {children(state.value)}
    </>
  )
}
