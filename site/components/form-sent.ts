import { showToast } from '../stores/toasts.ts'

/** Shows the thanks of `FormSent.astro` as the toast it would have been, once: a reload is no second form. */
export function showSentFormToast() {
  const sent = document.getElementById(location.hash.slice(1))
  if (!sent?.classList.contains('sent')) return
  const { title = '', description = '' } = sent.dataset
  showToast({ title, description })
  history.replaceState(history.state, '', location.pathname + location.search)
}
