import { expect, it } from 'vitest'
import type { TestApp } from '../../test/support/app/app.ts'
import { changeBlocks } from '../../test/support/app/changed-blocks.ts'
import { analyticsOf, createGeneticApp, settled, step, visits } from '../../test/support/app/genetic-app.ts'
import { runEvolutionVerify } from './evolution-verify-command.ts'

async function run({ core }: TestApp) {
  const printed: string[] = []
  const seen: number[] = []
  const code = await runEvolutionVerify(core, {
    print: (line) => printed.push(line),
    onProgress: ({ done }) => seen.push(done),
  })
  return { code, printed, seen }
}

async function measuredApp() {
  const app = await createGeneticApp()
  await visits(app, 30, (index) => ({ donated: index % 6 === 0, volunteered: index % 5 === 0 }))
  await step(app)
  return app
}

it('reports that everything comes out the same, and records it', async () => {
  const app = await measuredApp()
  const events = (await app.core.log.readAll(null, 10_000)).length
  const { code, printed, seen } = await run(app)
  expect({ code, printed }).toEqual({
    code: 0,
    printed: ['All 30 draws, 1 scorings and 1 generations come out the same.'],
  })
  expect(seen.at(-1)).toBe(events)
  await settled(app)
  expect((await analyticsOf(app)).verification).toMatchObject({ isIntact: true, servings: 30, scorings: 1 })
})

it('names the first draw that differs, with exit code 1, and records it', async () => {
  const app = await measuredApp()
  // Beyond the range of the numbers drawn.
  const [position] = await changeBlocks(app.database.pool, (event) =>
    event.type === 'VariationServed' ? { ...event, data: { ...event.data, uniform: 2 } } : event,
  )
  expect(await run(app)).toMatchObject({
    code: 1,
    printed: [
      `VariationServed at position ${position} does not come out the same: the number drawn belongs to another page.`,
    ],
  })
  await settled(app)
  expect((await analyticsOf(app)).verification).toMatchObject({ isIntact: false })
})
