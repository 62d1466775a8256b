import { relative } from 'node:path'
import type { FullResult, Reporter, TestCase } from '@playwright/test/reporter'
import { reportOutcome } from '../support/run/outcomes.ts'

/** Reports which files failed, for test/once-more.ts. An error outside of every test is a crash. */
export default class ReportOutcome implements Reporter {
  readonly #tests = new Set<TestCase>()
  #crashed = false

  onTestEnd(test: TestCase): void {
    this.#tests.add(test)
  }

  onError(): void {
    this.#crashed = true
  }

  onEnd({ status }: FullResult): void {
    const failed = [...this.#tests].filter((test) => !test.ok()).map(({ location }) => relative('.', location.file))
    const crashed = this.#crashed || status === 'interrupted' || status === 'timedout'
    reportOutcome({ failed: [...new Set(failed)], crashed })
  }
}
