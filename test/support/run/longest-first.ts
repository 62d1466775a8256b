import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { readDurations } from './durations.ts'

/** Where nothing was measured yet: files that start whole programs. */
const startsPrograms = /\.long\.test\.ts$|^test\/eventlog\//

/** No worker is left alone with a long file at the end, and the waits of such files fall together with others' work. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const durations = readDurations()
    const expected = ({ moduleId, project }: TestSpecification) => {
      const file = relative(project.config.root, moduleId)
      return durations[file] ?? (startsPrograms.test(file) ? Number.POSITIVE_INFINITY : 0)
    }
    const sorted = await super.sort(files) // projects apart, then by what vitest knows
    return [...Map.groupBy(sorted, ({ project }) => project.name).values()].flatMap((ofProject) =>
      ofProject.toSorted((a, b) => Math.sign(expected(b) - expected(a) || 0)),
    )
  }
}
