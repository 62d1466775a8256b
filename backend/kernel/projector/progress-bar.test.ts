import { describe, expect, it } from 'vitest'
import { createProgressBar } from './progress-bar.ts'

/** Captures the output, with a clock controlled by the test. */
function stage(isTTY: boolean) {
  const written: string[] = []
  const clock = { now: 0 }
  const show = createProgressBar('Rebuilding', { isTTY, write: (text) => written.push(text) }, () => clock.now)
  return { written, clock, show }
}

const half = { done: 50_000, total: 100_000, perSecond: 1234.5, secondsLeft: 75.2 }
const end = { done: 100_000, total: 100_000, perSecond: 1234.5, secondsLeft: 0 }

describe('Progress on a terminal', () => {
  it('is one bar with events per second and time left', () => {
    const { written, show } = stage(true)
    show(half)
    show(end)
    expect(written).toEqual([
      '\r\x1b[KRebuilding: [###############...............] 50 %, 50,000 events, 1,235/s, 1 min 16 s left',
      '\r\x1b[KRebuilding: [##############################] 100 %, 100,000 events, 1,235/s, 0 s left\n',
    ])
  })

  it('has no bar when the end is unknown', () => {
    const { written, show } = stage(true)
    show({ ...half, total: null, secondsLeft: null })
    expect(written).toEqual(['\r\x1b[KRebuilding: 50,000 events, 1,235/s'])
  })
})

describe('Progress in a file', () => {
  it('is at most one JSON line per second, plus the last one', () => {
    const { written, clock, show } = stage(false)
    for (clock.now = 0; clock.now <= 1500; clock.now += 500) show(half)
    show(end)
    expect(written.map((line) => JSON.parse(line))).toEqual([
      { progress: 'Rebuilding', done: 50_000, total: 100_000, perSecond: 1235, secondsLeft: 76 },
      { progress: 'Rebuilding', done: 50_000, total: 100_000, perSecond: 1235, secondsLeft: 76 },
      { progress: 'Rebuilding', done: 100_000, total: 100_000, perSecond: 1235, secondsLeft: 0 },
    ])
    expect(written.every((line) => line.endsWith('}\n'))).toBe(true)
  })
})
