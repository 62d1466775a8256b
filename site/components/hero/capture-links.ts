/** Reports clicks on links marked `data-capture` to the metrics hook, if there is one (§2). */
export function captureLinkClicks() {
  for (const link of document.querySelectorAll<HTMLElement>('[data-capture]')) {
    link.addEventListener('click', () =>
      window.captureMetrics?.(link.dataset.capture === 'volunteered' ? { volunteered: true } : {}),
    )
  }
}
