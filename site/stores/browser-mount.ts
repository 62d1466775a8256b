import { onMount, type Store } from 'nanostores'

/**
 * Runs `start` when the first island shows the store, and again when one does after a second without any. On the
 * server, where pages are rendered, nothing starts. `start` may return a function that stops its work.
 */
export function onBrowserMount($store: Store, start: () => (() => void) | undefined): void {
  onMount($store, () => (typeof document === 'undefined' ? undefined : start()))
}
