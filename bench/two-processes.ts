import { availableParallelism } from 'node:os'
import { ensureBuilt } from '../backend/tools/site-build.ts'
import { load, serve } from './static-page.ts'
import { alternate, median, medianRatio, table } from './support.ts'

/** Pages per second of all processes together; the ratio is the median per round. */
export type TwoProcessesFigures = { one: number; two: number; ratio: number }

/**
 * The home page from one process and from two, each with a load generator of its own: as behind a proxy that spreads
 * visitors. Nothing is pinned, and the load generators need processors too: with only two, they take what the second
 * process could have.
 */
export async function benchTwoProcesses({ rounds = 5, seconds = 4 } = {}): Promise<TwoProcessesFigures> {
  await ensureBuilt(() => {})
  const servers = await Promise.all([1, 2].map(() => serve('ours', 'dist', '/', { isPinned: false })))
  const urls = servers.map(({ port }) => `http://127.0.0.1:${port}/`)
  const pages = async (some: string[]) => {
    const loads = await Promise.all(some.map((url) => load(url, seconds, { isPinned: false })))
    return loads.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0)
  }
  try {
    const measured = await alternate(
      new Map([
        ['one', () => pages(urls.slice(0, 1))],
        ['two', () => pages(urls)],
      ]),
      rounds,
    )
    const [one = [], two = []] = [measured.get('one'), measured.get('two')]
    return { one: median(one), two: median(two), ratio: medianRatio(two, one) }
  } finally {
    await Promise.all(servers.map(({ stop }) => stop()))
  }
}

export const twoProcessesTable = ({ one, two, ratio }: TwoProcessesFigures): string =>
  table(
    [`The home page, ${availableParallelism()} processors`, 'pages/s', 'to one'],
    [
      ['one process', one, '1.00 x'],
      ['two processes', two, `${ratio.toFixed(2)} x`],
    ],
  )

if (import.meta.main) console.log(twoProcessesTable(await benchTwoProcesses()))
