/** Links marked `data-capture` tell the page-variation measurement, if it runs, before they lead away (§2). */
export function captureLinkClicks() {
  for (const link of document.querySelectorAll<HTMLElement>('[data-capture]')) {
    link.addEventListener('click', () =>
      window.captureMetrics?.(link.dataset.capture === 'volunteered' ? { volunteered: true } : {}),
    )
  }
}
