import type { Conversion, PageViewCommand } from '../domain/page-variations/page-views.ts'
import { inTime } from '../kernel/concurrency/in-time.ts'
import { createRetryQueue } from '../kernel/concurrency/retry-queue.ts'
import type { MeasurementCounts } from './measurement-counts.ts'
import type { Population } from './population.ts'
import type { ViewRecords } from './view-records.ts'

type Report = Omit<Extract<PageViewCommand, { type: 'ReportVisit' }>['data'], 'isLaterView'>

export type VisitMeasurements = ReturnType<typeof createVisitMeasurements>

/** Measurements identify no person: they are recorded without account, address and request id. */
const timeNow = () => new Date().toISOString()

/** Records views, reports and conversions in a queue that tries again, so that no request waits for the database. */
export function createVisitMeasurements({
  records,
  population,
  counts,
  onDrop,
  keepUp = async () => {},
  reportTimeout = 500,
}: {
  records: Pick<ViewRecords, 'record'>
  population: Pick<Population, 'find'>
  counts: MeasurementCounts
  onDrop?: ((error: unknown) => void) | undefined
  /** Called when a report is recorded; resolves when scoring has used it, or need not yet. */
  keepUp?: (() => Promise<void>) | undefined
  /** Time for which a report may wait until it is recorded and `keepUp` resolves, in ms. */
  reportTimeout?: number | undefined
}) {
  const queue = createRetryQueue(onDrop && { onDrop })

  function record(command: PageViewCommand): void {
    const at = timeNow()
    queue.add(command.data.viewId, () => records.record(command, at))
  }

  function credit(
    conversion: Conversion,
    source: 'hook' | 'server',
    view: { viewId: string; variationId: string },
  ): void {
    const at = timeNow()
    queue.add(view.viewId, async () => {
      if ((await population.find(view.variationId)) === null) return
      await records.record({ type: 'CreditConversion', data: { ...view, conversion, source } }, at)
    })
  }

  return {
    queue,
    record,
    credit,
    /**
     * Records the report, later if it cannot be done now; too many from one visitor or address
     * do not count. Never fails, and waits half a second at most: no visitor waits for the response, but a flood of
     * reports does. Conversions in a later view than `firstViewId`, null when unknown, are credited to that one.
     */
    async recordVisit(
      data: Report,
      { visitorKey, address, firstViewId }: { visitorKey: string | null; address: string; firstViewId: string | null },
    ): Promise<void> {
      const at = timeNow()
      const first = { viewId: firstViewId ?? data.viewId, variationId: data.variationId }
      const isLaterView = first.viewId !== data.viewId
      const reported = (['donated', 'volunteered'] as const).filter((conversion) => data[conversion])
      let cap: ReturnType<MeasurementCounts['take']> | null = null
      const recorded = Promise.withResolvers<void>()
      const isQueued = queue.add(data.viewId, async () => {
        // Counted once, however often the append is retried.
        cap ??= counts.take(visitorKey, address).catch((error: unknown) => {
          cap = null
          throw error
        })
        const exclusion = data.exclusion ?? (await cap)
        await records.record({ type: 'ReportVisit', data: { ...data, exclusion, isLaterView } }, at)
        recorded.resolve()
        if (isLaterView && exclusion === null) for (const conversion of reported) credit(conversion, 'hook', first)
      })
      if (isQueued) await inTime(recorded.promise.then(keepUp), reportTimeout)
    },
  }
}
