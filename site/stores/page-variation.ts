import type { PageVariation } from '../../contract/page-variations.ts'

const reportAfter = 30_000 // ms (§9)

/**
 * Resolves to the moment (ms since the page was requested) from which people may see it: later if it was prerendered.
 */
export async function shownSince(): Promise<number> {
  if (!document.prerendering) return 0
  await new Promise((resolve) => document.addEventListener('prerenderingchange', resolve, { once: true }))
  return performance.now()
}

/** Fetched once per page view; null when there is no response: the page then stays as built. */
export async function loadVariation(): Promise<PageVariation | null> {
  try {
    const answer = await fetch('/api/genetic-test/variation', { cache: 'no-store' })
    return answer.ok ? await answer.json() : null
  } catch {
    return null
  }
}

/**
 * Reports this view at most once: after 30 seconds, when the page is left or hidden (the last event on a phone), or
 * when `window.captureMetrics` is called, which counts clicks. The time counts from when people see the page: a
 * background tab that is never opened is not a view. `shown`: from `shownSince`.
 */
export function measureView({ id, viewId }: PageVariation, shown: number): void {
  let isReported = false
  let seenSince: number | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function report({ donated = false, volunteered = false } = {}): void {
    if (isReported || seenSince === null) return
    isReported = true
    clearTimeout(timer)
    const timeOnPage = Math.round(performance.now() - seenSince)
    fetch('/api/genetic-test/metrics', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      // Completes even when the page is gone.
      keepalive: true,
      body: JSON.stringify({ variationId: id, timeOnPage, donated, volunteered, viewId }),
    })
      .then(({ ok }) => ok || Promise.reject())
      .catch(() => console.warn('Failed to report metrics'))
  }

  function look(since: number): void {
    if (document.visibilityState === 'hidden') report()
    else {
      seenSince ??= since
      timer ??= setTimeout(report, Math.max(0, reportAfter - performance.now() + seenSince))
    }
  }
  look(shown)
  window.captureMetrics = report
  addEventListener('pagehide', () => report())
  document.addEventListener('visibilitychange', () => look(performance.now()))
}
