import type { ReadableAtom } from 'nanostores'

/**
 * Watches a store from now on. The returned function tells whether it has stayed the same, because the person may have
 * moved on before an answer arrives.
 */
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
