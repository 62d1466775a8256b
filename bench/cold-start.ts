import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../backend/kernel/database/embedded/process.ts'
import { startArguments } from '../test/support/app/start-arguments.ts'
import { median, table } from './support.ts'

export type ColdStartFigures = { page: number; command: number; bare: number; ratio: number }

const bareServer =
  "require('node:http').createServer((_q, s) => s.end('ok')).listen(Number(process.env.PORT), '127.0.0.1')"

async function untilAnswered(ask: () => Promise<Response>): Promise<number> {
  for (;;) {
    const answer = await ask().catch(() => null)
    if (answer?.ok) return performance.now()
    await delay(2)
  }
}

/** Milliseconds from process start to the first served page, and to the first accepted command. */
export async function benchColdStart({ rounds }: { rounds: number }): Promise<ColdStartFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'campaign-bench-'))
  await chmod(dataDir, 0o755)
  const figures: Record<'page' | 'command' | 'bare', number[]> = { page: [], command: [], bare: [] }

  async function start(args: readonly string[], figure: 'page' | 'bare', hasCommand: boolean): Promise<void> {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const variables = { ...process.env, PORT: String(port), DATA_DIR: dataDir, RATE_LIMITS: 'off', DEMO_CONTENT: 'off' }
    const began = performance.now()
    const child = spawn(process.execPath, args, { env: variables, stdio: 'ignore' })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const page = (await untilAnswered(() => fetch(url))) - began
    const submit = () =>
      fetch(`${url}/api/prayers`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: url, 'idempotency-key': randomUUID() },
        body: JSON.stringify({ firstName: 'Ruth', prayer: 'For wisdom.' }),
      })
    if (hasCommand) figures.command.push((await untilAnswered(submit)) - began)
    figures[figure].push(page)
    child.kill('SIGTERM')
    await ended
  }

  try {
    await start(startArguments, 'page', true) // creates the database
    figures.page.length = 0
    figures.command.length = 0
    for (let round = 0; round < rounds; round++) {
      await start(['-e', bareServer], 'bare', false)
      await start(startArguments, 'page', true)
    }
    const page = median(figures.page)
    const bare = median(figures.bare)
    return { page, command: median(figures.command), bare, ratio: page / bare }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export const coldStartTable = ({ page, command, bare, ratio }: ColdStartFigures): string =>
  table(
    ['Cold start, existing data folder', 'ms', 'to bare'],
    [
      ['first public page', page, `${ratio.toFixed(2)} x`],
      ['first accepted command (embedded PostgreSQL started too)', command, ''],
      ['bare node:http', bare, '1.00 x'],
    ],
  )
