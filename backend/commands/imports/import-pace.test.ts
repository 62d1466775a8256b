import { describe, expect, it } from 'vitest'
import { paceBeside } from './import-pace.ts'

it.each([
  [0, false],
  [2000, false],
  [2001, true],
])('%i ms after the last command of another person, an import is alone: %s', (idle, isAlone) => {
  const { isAlone: answer } = paceBeside({ wait: async () => {}, idleFor: () => idle })
  expect(answer()).toBe(isAlone)
})

describe('the rows that are written at once', () => {
  /** The sizes of batches of which each takes so many ms, plus so many for each row. */
  function sizes(ms: number, perRow: number): number[] {
    let time = 0
    const { rowsAtOnce, wrote } = paceBeside({ wait: async () => {}, idleFor: () => 0 }, () => time)
    return Array.from({ length: 3000 }, () => {
      const rows = rowsAtOnce()
      time += ms + perRow * rows
      wrote(rows)
      return rows
    }).slice(1000)
  }
  const total = (rows: readonly number[]) => rows.reduce((sum, one) => sum + one, 0)

  it.each([
    ['few where a batch takes little time', 1, 0.1, 20],
    ['many where a row takes too long at any size', 10, 0.6, 63],
  ])('are %s', (_, ms, perRow, expected) => {
    expect(new Set(sizes(ms, perRow))).toEqual(new Set([expected]))
  })

  it('are as many as it takes to write 2,000 a second', () => {
    const written = sizes(5, 0.3)
    const seconds = (5 * written.length + 0.3 * total(written)) / 1000
    expect(total(written) / seconds).toBeGreaterThan(1950)
    expect(total(written) / seconds).toBeLessThan(2050)
  })
})
