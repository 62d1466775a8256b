import type { PageVariation } from '../../contract/page-variations.ts'

const reportAfter = 30_000 // ms (spec, §9)

/** Fetched once per page view; null when there is no response: the page then stays as built. */
export async function loadVariation(): Promise<PageVariation | null> {
  try {
    const answer = await fetch('/api/genetic-test/variation', { credentials: 'same-origin', cache: 'no-store' })
    return answer.ok ? await answer.json() : null
  } catch {
    return null
  }
}

/**
 * Reports this view at most once: after 30 seconds, when the page is left or hidden (the last event on a phone), or
 * when `window.captureMetrics` is called, which counts clicks.
 */
export function measureView({ id, viewId }: PageVariation): void {
  let isReported = false

  function report({ donated = false, volunteered = false } = {}): void {
    if (isReported) return
    isReported = true
    clearTimeout(timer)
    const timeOnPage = Math.round(performance.now())
    fetch('/api/genetic-test/metrics', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      credentials: 'same-origin',
      // Completes even when the page is gone.
      keepalive: true,
      body: JSON.stringify({ variationId: id, timeOnPage, donated, volunteered, viewId }),
    })
      .then(({ ok }) => ok || Promise.reject())
      .catch(() => console.warn('Failed to report metrics'))
  }

  const timer = setTimeout(report, Math.max(0, reportAfter - performance.now()))
  window.captureMetrics = report
  addEventListener('pagehide', () => report())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') report()
  })
}
