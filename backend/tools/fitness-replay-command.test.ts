import { expect, it } from 'vitest'
import type { TestApp } from '../../test/support/app/app.ts'
import { admin, createGeneticApp, visits } from '../../test/support/app/genetic-app.ts'
import { runFitnessReplay, usage } from './fitness-replay-command.ts'

async function run({ core }: Pick<TestApp, 'core'>, ...words: string[]) {
  let printed = ''
  const seen: number[] = []
  const code = await runFitnessReplay(words, core, {
    print: (text) => {
      printed += text
    },
    onProgress: ({ done }) => seen.push(done),
  })
  return { code, printed, seen }
}

it('prints the API’s answer, and changes nothing', async () => {
  const app = await createGeneticApp()
  await visits(app, 60, (index) => ({ donated: index % 6 === 0, volunteered: index % 5 === 0 }))
  const events = (await app.core.log.readAll(null, 10_000)).length
  const { code, printed, seen } = await run(app, '--weights', '1,3,0.5', '--time-cap', '20')
  expect([code, seen.at(-1)]).toEqual([0, events])
  const request = { weights: { donation: 1, volunteer: 3, time: 0.5 }, timeCap: 20_000 }
  const answer = await app.post('/api/genetic-test/replay', request, admin)
  expect(JSON.parse(printed)).toEqual(answer.json())
  expect(JSON.parse(printed)).toMatchObject({ visitors: 60 })
  expect(await run(app, '--weights=1,3,0.5', '--time-cap=20')).toMatchObject({ printed })
  expect(await app.core.log.readAll(null, 10_000)).toHaveLength(events)
})

it('reproduces an earlier result to the bit, when it is given the same end', async () => {
  const app = await createGeneticApp()
  await visits(app, 30, (index) => ({ volunteered: index % 5 === 0 }))
  const before = await run(app, '--weights', '1,3,0.5')
  await visits(app, 20, () => ({ volunteered: true }))
  const { lastPosition } = JSON.parse(before.printed)
  expect((await run(app, '--weights', '1,3,0.5')).printed).not.toBe(before.printed)
  expect((await run(app, '--weights', '1,3,0.5', '--until', lastPosition)).printed).toBe(before.printed)
})

it('prints the pages as CSV, also for a period without visitors', async () => {
  const app = await createGeneticApp()
  // So few visits that a page may be shown to none of them.
  const shown = await visits(app, 40, (index) => ({ volunteered: index % 4 === 0 }))
  const lines = (await run(app, '--weights', '0,1,0', '--format', 'csv')).printed.trimEnd().split('\r\n')
  expect(lines[0]).toMatch(/^variation,visitors,effective_sample_size,today,/)
  const rows = lines.slice(1).map((line) => line.split(','))
  expect(rows.map(([id]) => id).sort()).toEqual([...new Set(shown.map(({ id }) => id))].sort())
  expect(rows.reduce((sum, [, visitors]) => sum + Number(visitors), 0)).toBe(40)
  const past = await run(app, '--weights', '0,1,0', '--to', '2001-01-01')
  expect(JSON.parse(past.printed)).toMatchObject({ visitors: 0, split: { refusal: 'No visitors in this period.' } })
})

it.each([
  [[]],
  [['--weights', '2,1']],
  [['--weights', '2,1,0.01,4']],
  [['--weights', '2,-1,0']],
  [['--weights', 'two,one,0']],
  [['--weights', '2,1,0', '--time-cap', '60']],
  [['--weights', '2,1,0', '--from', 'May']],
  [['--weights', '2,1,0', '--bots', 'some']],
  [['--weights', '2,1,0', '--until', 'yesterday']],
  [['--weights', '2,1,0', '--format', 'xlsx']],
  [['--weights', '2,1,0', '--wieghts']],
])('prints its usage for %j, without reading the log', async (words) => {
  const core = new Proxy({} as TestApp['core'], {
    get() {
      throw new Error('The log was read.')
    },
  })
  expect(await run({ core }, ...words)).toEqual({ code: 2, printed: usage, seen: [] })
})
