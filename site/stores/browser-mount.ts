import { onMount, type Store } from 'nanostores'

/**
 * Runs `start` when the first island shows the store, and again when one does after no island did for a second. On the
 * server, where pages are rendered, nothing starts. `start` may return a function that stops what it started.
 */
export function onBrowserMount($store: Store, start: () => (() => void) | undefined): void {
  onMount($store, () => (typeof document === 'undefined' ? undefined : start()))
}
