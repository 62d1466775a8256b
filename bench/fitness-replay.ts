import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeVisitLog } from './page-variations/replay-log.ts'
import { startBenchDatabase, table } from './support.ts'

const run = promisify(execFile)

/** `cpu`: seconds of one core. */
type Replayed = { seconds: number; cpu: number; mb: number; visitors: number; same: number; hash: string }
export type FitnessReplayFigures = { events: number; replays: Replayed[] }

/** Replays the same log up to a hundredth, a tenth and all of its events, each in a process of its own. */
export async function benchFitnessReplay({ views }: { views: number }): Promise<FitnessReplayFigures> {
  const { database, url, stop } = await startBenchDatabase({ max: 2 })
  try {
    const client = await database.pool.connect()
    const { events } = await makeVisitLog(client, views)
    client.release()
    const script = join(import.meta.dirname, 'page-variations', 'replay-process.ts')
    const replays: Replayed[] = []
    for (const part of [100, 10, 1, 1]) {
      // With the memory settings of `npm run fitness:replay`.
      const settings = ['--max-semi-space-size=4']
      const { stdout } = await run(process.execPath, [...settings, script, url, String(Math.floor(events / part))])
      replays.push(JSON.parse(stdout))
    }
    const [first, second] = replays.slice(-2)
    if (first?.hash !== second?.hash) throw new Error('The same replay gave another result.')
    return { events, replays: replays.slice(0, 3) }
  } finally {
    await stop()
  }
}

export const fitnessReplayTable = ({ replays }: FitnessReplayFigures): string =>
  table(
    ['Visits replayed from the log', 'Seconds', 'Of one core', 'Peak memory, MB', 'Generations bred again'],
    replays.map(({ visitors, seconds, cpu, mb, same }) => [
      visitors.toLocaleString('en-US'),
      seconds.toFixed(1),
      cpu.toFixed(1),
      mb.toFixed(0),
      String(same),
    ]),
  )
