import { onMount, type Store } from 'nanostores'

/**
 * Runs when an island first shows the store, and again when one comes back to it after all were gone for a second. A page
 * that is rendered on the server shows stores too, and starts nothing. `start` may return what stops it.
 */
export function onBrowserMount($store: Store, start: () => (() => void) | undefined): void {
  onMount($store, () => (typeof document === 'undefined' ? undefined : start()))
}
