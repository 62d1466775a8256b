import type { ReadableAtom } from 'nanostores'

/** Watches a store from now on. The result tells whether it was left alone: an answer may find people elsewhere. */
export function unchanged($store: ReadableAtom): () => boolean {
  let isSame = true
  const stop = $store.listen(() => {
    isSame = false
    stop()
  })
  return () => {
    stop()
    return isSame
  }
}
