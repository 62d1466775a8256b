import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter'
import { unvisited } from '../support/run/screens.ts'

/** The type of the annotations in which the `page` fixtures list what was opened: '200 /events/12'. */
export const visit = 'visit'

/** Fails a run of all tests of the main tier when they leave a screen of `site/pages` out. */
export default class EveryScreen implements Reporter {
  readonly #visits = new Set<string>()
  #isWhole = false

  onBegin({ rootDir }: FullConfig, suite: Suite): void {
    const specs = globSync('*.spec.ts', { cwd: rootDir }).map((file) => join(rootDir, file))
    const inMain = specs.filter((file) =>
      /import \{[^}]*\bmain\b[^}]*\} from '\.\/test\.ts'/.test(readFileSync(file, 'utf8')),
    )
    const running = new Set(suite.allTests().map(({ location }) => location.file))
    this.#isWhole = inMain.every((file) => running.has(file))
  }

  onTestEnd({ tags }: TestCase, { annotations }: TestResult): void {
    if (!tags.includes('@main')) return
    for (const { type, description = '' } of annotations) if (type === visit) this.#visits.add(description)
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] } | undefined> {
    const missing = this.#isWhole && status === 'passed' ? unvisited(this.#visits) : []
    if (missing.length === 0) return
    console.log(`No journey of the main tier opens these screens: ${missing.join(', ')}`)
    return { status: 'failed' }
  }
}
