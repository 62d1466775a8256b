import { showToast } from '../stores/toasts.ts'

/** Shows the message of `FormSent.astro` as a toast, once: reloading the page does not repeat it. */
export function showSentFormToast() {
  const sent = document.getElementById(location.hash.slice(1))
  if (!sent?.classList.contains('sent')) return
  const { title = '', description = '' } = sent.dataset
  showToast({ title, description })
  history.replaceState(history.state, '', location.pathname + location.search)
}
