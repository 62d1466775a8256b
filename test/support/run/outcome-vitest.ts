import type { Reporter, TestModule } from 'vitest/node'
import { reportOutcome } from './outcomes.ts'

/** Reports which files failed, for test/once-more.ts. An error outside of every test is a crash. */
export default class ReportOutcome implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[], reason: string): void {
    const failed = modules.filter((module) => !module.ok()).map(({ relativeModuleId }) => relativeModuleId)
    reportOutcome({ failed, crashed: errors.length > 0 || reason === 'interrupted' })
  }
}
