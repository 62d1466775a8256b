import { availableParallelism } from 'node:os'
import { ensureBuilt } from '../backend/tools/site-build.ts'
import { canPin, load, serve } from './static-page.ts'
import { alternate, median, medianRatio, table } from './support.ts'

/** Pages per second of all processes together; the ratio is the median per round. */
type Figures = { one: number; two: number; ratio: number }
export type TwoProcessesFigures = {
  /** Each process has a core, which it shares with its load generator; null where nothing can be pinned. */
  halves: Figures | null
  /** The system spreads processes and load generators. */
  free: Figures
}

type Settings = { rounds: number; seconds: number; cores: readonly [number, number] | null }

async function measure({ rounds, seconds, cores }: Settings): Promise<Figures> {
  const servers = await Promise.all(
    [0, 1].map(async (index) => {
      const core = cores?.[index] ?? null
      return { core, ...(await serve('ours', { core })) }
    }),
  )
  const pages = async (some: typeof servers) => {
    const loads = await Promise.all(some.map(({ port, core }) => load(`http://127.0.0.1:${port}/`, seconds, { core })))
    return loads.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0)
  }
  try {
    const measured = await alternate(
      new Map([
        ['one', () => pages(servers.slice(0, 1))],
        ['two', () => pages(servers)],
      ]),
      rounds,
    )
    const [one = [], two = []] = [measured.get('one'), measured.get('two')]
    return { one: median(one), two: median(two), ratio: medianRatio(two, one) }
  } finally {
    await Promise.all(servers.map(({ stop }) => stop()))
  }
}

/**
 * The home page from one process and from two, each with a load generator of its own: as behind a proxy that spreads
 * visitors. Where all run freely on two processors, the load generators take what the second process could have, and one
 * process has more than half of the machine. So it is measured on halves of the machine too.
 */
export async function benchTwoProcesses({
  rounds,
  seconds,
}: {
  rounds: number
  seconds: number
}): Promise<TwoProcessesFigures> {
  await ensureBuilt(() => {})
  return {
    halves: canPin ? await measure({ rounds, seconds, cores: [0, 1] }) : null,
    free: await measure({ rounds, seconds, cores: null }),
  }
}

export const twoProcessesTable = ({ halves, free }: TwoProcessesFigures): string =>
  table(
    [`The home page, ${availableParallelism()} processors`, 'pages/s', 'to one'],
    [
      ...(halves
        ? [
            ['one process, on a core with its visitors', halves.one, '1.00 x'],
            ['two processes, each on a core with its visitors', halves.two, `${halves.ratio.toFixed(2)} x`],
          ]
        : []),
      ['one process, wherever the system runs it', free.one, '1.00 x'],
      ['two processes, wherever the system runs them', free.two, `${free.ratio.toFixed(2)} x`],
    ],
  )
