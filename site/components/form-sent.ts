import { showToast } from '../stores/toasts.ts'

/**
 * Shows the message of `FormSent.astro` as a toast too, once: reloading the page does not repeat it. The message stays
 * without the address that targets it.
 */
export function showSentFormToast() {
  const sent = document.getElementById(location.hash.slice(1))
  const title = sent?.querySelector('.sent strong')
  if (!sent || !title) return
  sent.classList.add('shown')
  showToast({ title: title.textContent, description: title.nextElementSibling?.textContent ?? '' })
  history.replaceState(history.state, '', location.pathname + location.search)
}
