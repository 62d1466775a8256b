import { atom } from 'nanostores'
import type * as api from '../../../contract/genetic-analytics.ts'
import { call, explain } from '../../lib/api.ts'
import { geneticMessages } from '../../lib/genetic-messages.ts'
import { messages } from '../../lib/messages.ts'
import { onBrowserMount } from '../browser-mount.ts'
import { runExclusively } from '../exclusive.ts'
import { createSingle } from '../lists/single.ts'
import { $may } from '../rights.ts'
import { showError, showToast } from '../toasts.ts'
import { $evolution } from './evolution.ts'

/** Milliseconds (administration §9). */
const refetchEvery = 30_000

export const analytics = createSingle<api.GeneticAnalytics, object>({
  query: {},
  failed: messages.genetics.analyticsFailed,
  read: () => call<typeof api.readAnalytics>('GET', '/api/genetic-test/analytics'),
})

// A hidden page is refreshed when people come back to it.
onBrowserMount(analytics.$state, () => {
  let isDue = false
  const refresh = () => {
    isDue = document.hidden
    if (!document.hidden && $may.get()('page-tests')) void analytics.reload()
  }
  const look = () => {
    if (isDue && !document.hidden) refresh()
  }
  const timer = setInterval(refresh, refetchEvery)
  document.addEventListener('visibilitychange', look)
  const forget = $evolution.listen(({ status }) => {
    if (status === 'evolved') void analytics.reload()
  })
  return () => {
    clearInterval(timer)
    forget()
    document.removeEventListener('visibilitychange', look)
  }
})

/** Shows a paused page again. */
export async function resume(variationId: string): Promise<void> {
  try {
    const params = { id: variationId }
    await call<typeof api.resumeVariation>('POST', '/api/genetic-test/variations/:id/resume', { params })
    analytics.change((now) => ({ ...now, pauses: now.pauses.filter((one) => one.variationId !== variationId) }))
    showToast(geneticMessages.resumed)
  } catch (error) {
    showError(explain(geneticMessages.resumeFailed, error))
  }
}

export const $isVerifying = atom(false)

/** Recomputes every draw, probability, score and generation from the log. */
export const verifyNow = () =>
  runExclusively($isVerifying, messages.genetics.verifyFailed, async () => {
    const verification = await call<typeof api.verifyEvolution>('POST', '/api/genetic-test/verify')
    analytics.change((now) => ({ ...now, verification }))
    if (verification.isIntact) showToast(messages.genetics.verified)
    else showError({ ...messages.genetics.differs, description: verification.finding })
  })
