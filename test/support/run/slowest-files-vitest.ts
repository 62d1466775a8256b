import type { Reporter, TestModule } from 'vitest/node'
import { keepDurations } from './durations.ts'
import { slowestFiles } from './slowest-files.ts'

/** At the end of a run: where its time went, hooks and imports included. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const times = modules.map((module) => {
      const { duration, collectDuration, setupDuration, prepareDuration } = module.diagnostic()
      return [module.relativeModuleId, duration + collectDuration + setupDuration + prepareDuration] as const
    })
    keepDurations(Object.fromEntries(times))
    if (times.length > 1) console.log(`\n${slowestFiles(new Map(times))}`)
  }
}
