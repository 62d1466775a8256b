import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { median } from './support.ts'

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

/** Bytes in use once nothing more can be collected: what one collection frees may let the next one free more. */
export async function settled(): Promise<number> {
  let before = Number.POSITIVE_INFINITY
  for (;;) {
    await nextTurn()
    if (typeof collect === 'function') collect()
    const { heapUsed, external } = process.memoryUsage()
    const now = heapUsed + external
    if (now >= before) return before
    before = now
  }
}

/** Bytes that a run of `work` leaves in use for good: the median of some runs, after one that warms up caches and code. */
export async function keptBy(work: () => Promise<void>, runs = 3): Promise<number> {
  const kept: number[] = []
  await work()
  for (let run = 0; run < runs; run++) {
    const before = await settled()
    await work()
    kept.push((await settled()) - before)
  }
  return median(kept)
}
