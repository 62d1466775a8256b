import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { ensureBuilt } from '../backend/tools/site-build.ts'
import { alternate, median, quantile, startBenchDatabase, table } from './support.ts'

export type PageUnderCommandsFigures = {
  /** Milliseconds, medians over the rounds. */
  idle: { p50: number; p99: number }
  busy: { p50: number; p99: number }
  /** Median of the ratios per round. */
  ratio: number
  /** Commands per second that were accepted at the same time. */
  commands: number
}

const pagesPerSecond = 100

/**
 * The home page, asked for at an even 100 per second over one connection, while the same process accepts commands at an
 * even rate, and while it accepts none.
 */
export async function benchPageUnderCommands({
  rounds = 5,
  seconds = 5,
  perSecond = 500,
} = {}): Promise<PageUnderCommandsFigures> {
  await ensureBuilt(() => {})
  const { database, stop } = await startBenchDatabase({ max: 2 })
  const script = new URL('./prayer-server.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, 'site', database.url], { stdio: ['ignore', 'pipe', 'inherit'] })
  const port = Number(String((await once(child.stdout, 'data'))[0]))
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const reader = new Agent({ keepAlive: true, maxSockets: 8 })

  function ask(path: string, through: Agent, body?: string): Promise<{ status: number; took: number }> {
    return new Promise((resolve, reject) => {
      const began = performance.now()
      const own = { origin: `http://127.0.0.1:${port}`, 'idempotency-key': randomUUID() }
      const headers = body === undefined ? {} : { 'content-type': 'application/json', ...own }
      request(
        { host: '127.0.0.1', port, path, agent: through, method: body === undefined ? 'GET' : 'POST', headers },
        (response) => {
          response.resume()
          response.on('end', () => resolve({ status: response.statusCode ?? 0, took: performance.now() - began }))
        },
      )
        .on('error', reject)
        .end(body)
    })
  }

  /** Starts `work` at an even rate, whether or not the earlier ones are done. */
  async function evenly<Result>(rate: number, work: () => Promise<Result>): Promise<Result[]> {
    const under: Promise<Result>[] = []
    const start = performance.now()
    for (let index = 0; index < seconds * rate; index++) {
      const due = start + (index * 1000) / rate
      if (due > performance.now()) await delay(due - performance.now())
      under.push(work())
    }
    return Promise.all(under)
  }

  const prayer = JSON.stringify({ firstName: 'Ruth', prayer: 'For wisdom and courage for all who serve.' })
  const submit = () => ask('/api/prayers', agent, prayer)
  const times: Record<'idle' | 'busy', number[][]> = { idle: [], busy: [] }
  const accepted: number[] = []

  async function pages(kind: 'idle' | 'busy'): Promise<number> {
    const answers = await evenly(pagesPerSecond, () => ask('/', reader))
    if (answers.some(({ status }) => status !== 200)) throw new Error('The page was not served.')
    const taken = answers.map(({ took }) => took)
    times[kind].push(taken)
    return quantile(taken, 0.99)
  }

  try {
    const measured = await alternate(
      new Map([
        ['idle', () => pages('idle')],
        [
          'busy',
          async () => {
            const began = performance.now()
            const [p99, answers] = await Promise.all([pages('busy'), evenly(perSecond, submit)])
            const refused = answers.find(({ status }) => status !== 201)
            if (refused) throw new Error(`A command was answered with ${refused.status}.`)
            accepted.push((answers.length / (performance.now() - began)) * 1000)
            return p99
          },
        ],
      ]),
      rounds,
    )
    const [idle = [], busy = []] = [measured.get('idle'), measured.get('busy')]
    const p50 = (kind: 'idle' | 'busy') => median(times[kind].map((taken) => quantile(taken, 0.5)))
    return {
      idle: { p50: p50('idle'), p99: median(idle) },
      busy: { p50: p50('busy'), p99: median(busy) },
      ratio: median(busy.map((p99, round) => p99 / (idle[round] ?? Number.NaN))),
      commands: median(accepted),
    }
  } finally {
    child.kill('SIGKILL')
    await stop()
  }
}

export const pageUnderCommandsTable = ({ idle, busy, ratio, commands }: PageUnderCommandsFigures): string =>
  table(
    ['The home page, 100 per second', 'p50 ms', 'p99 ms', 'p99 to idle'],
    [
      ['the process does nothing else', idle.p50, idle.p99, '1.00 x'],
      [`it accepts ${commands.toFixed(0)} commands/s`, busy.p50, busy.p99, `${ratio.toFixed(2)} x`],
    ],
  )

if (import.meta.main) {
  console.log(pageUnderCommandsTable(await benchPageUnderCommands()))
  process.exit()
}
