import type { Knex } from 'knex'
import { sampleRatio } from '../domain/page-variations/sample-ratio.ts'
import { sampleRatioAlarms, sampleRatioStream } from '../domain/page-variations/sample-ratio-alarms.ts'
import { systemContext } from '../kernel/eventlog/command-context.ts'
import type { Handle } from '../kernel/eventlog/handle.ts'
import { pageDraws } from '../read-model/genetic-analytics.ts'

/**
 * Compares how pages were served and reported with their recorded chances, and records when the alarm starts or ends. To be
 * called after each decision of the evolution; it writes only what changed.
 */
export function createMeasurementAlarm({ handle, knex }: { handle: Handle; knex: Knex }): () => Promise<void> {
  /** Null until the first comparison. */
  let isAlarmed: boolean | null = null
  return async () => {
    const rows = await pageDraws(knex)
    const found = sampleRatio(rows)
    if (found === null || found.isMismatch === isAlarmed) return
    const { isMismatch, pValue } = found
    const generation = Math.max(...rows.map((row) => row.generation))
    const command = { type: 'CheckSampleRatio', data: { generation, pValue, isMismatch } } as const
    await handle(sampleRatioAlarms, sampleRatioStream, command, systemContext())
    isAlarmed = isMismatch
  }
}
