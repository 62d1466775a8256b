import { relative } from 'node:path'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { slowestFiles } from '../support/run/slowest-files.ts'

/** Reports the slowest files at the end of a full run. */
export default class SlowestFiles implements Reporter {
  readonly #times = new Map<string, number>()

  onTestEnd({ location }: TestCase, { duration }: TestResult): void {
    const file = relative(process.cwd(), location.file)
    this.#times.set(file, (this.#times.get(file) ?? 0) + duration)
  }

  onEnd(): void {
    if (this.#times.size > 1) console.log(`\n${slowestFiles(this.#times)}`)
  }
}
