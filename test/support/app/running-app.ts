import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ensureBuilt } from '../../../backend/tools/site-build.ts'
import { type ProductLog, type StartedLog, startLog } from '../log/product-logs.ts'
import type { DataFolder } from './data-folder.ts'
import { startArguments } from './start-arguments.ts'

const root = join(import.meta.dirname, '..', '..', '..')

export type RunningApp = {
  url: string
  /** The printed one-time link for the first admin; undefined once there is one. */
  firstAdminLink: string | undefined
  pid: number
  output: string[]
  /** Sends SIGTERM and waits for the end; returns the exit code. */
  stop(): Promise<number | null>
  /** `kill -9`: the database it started keeps running as an orphan. */
  kill(): Promise<void>
}

/** A process of its own, as `npm start` makes one. */
export type ProcessOptions = {
  identity?: 'real'
  http: 'socket'
  /** The test removes it at the end, when the process has ended. */
  folder: DataFolder
  /** Closed together with the process; a log that was started before stays open. */
  log?: ProductLog | StartedLog
  env?: Record<string, string>
  /** Where its files are. */
  home?: string
  /** Instead of those of `npm start`. */
  flags?: readonly string[]
  /** `listening`: pages are served, but the API may have to wait for the database. */
  until?: 'ready' | 'listening'
}

/** Starts the product on a free port; rejects with its output when it ends before it is ready. */
export async function startProcess({
  folder,
  log = 'postgres',
  env = {},
  home = root,
  flags,
  until = 'ready',
}: ProcessOptions): Promise<RunningApp> {
  const started = typeof log === 'string' ? await startLog(log) : log
  const { child, output, ended } = await spawnApp(
    folder,
    {
      ...started.env,
      ...env,
      ...(until === 'listening' && { LOG_LEVEL: 'info' }),
    },
    home,
    flags,
  )
  const closed = started === log ? ended : ended.then(started.close)
  await untilSaid(until === 'ready' ? /^Ready\b/ : /Server listening at/, child, output)
  const said = output.join('\n')
  const url = said.match(/https?:\/\/127\.0\.0\.1:\d+/)?.[0]
  const linkFile = said.match(/First admin link, .* in (\S+)/)?.[1]
  if (!url) throw new Error(`The address is missing in:\n${said}`)
  return {
    url,
    firstAdminLink: linkFile && readFileSync(linkFile, 'utf8').trim(),
    pid: child.pid ?? 0,
    output,
    ...endings(child, closed),
  }
}

const endings = (child: ChildProcess, ended: Promise<unknown>) => ({
  async stop() {
    child.kill('SIGTERM')
    await ended
    return child.exitCode
  },
  async kill() {
    child.kill('SIGKILL')
    await ended
  },
})

/** A start that is expected to fail: its exit code and its error output. */
export async function refusedStart(
  folder: Pick<DataFolder, 'path'>,
  env: Record<string, string> = {},
): Promise<{ code: number | null; said: string[] }> {
  const { child, errors, ended } = await spawnApp(folder, env)
  const timeout = setTimeout(() => child.kill('SIGKILL'), 50_000)
  await ended
  clearTimeout(timeout)
  return { code: child.exitCode, said: errors }
}

async function spawnApp(
  folder: Pick<DataFolder, 'path'>,
  env: Record<string, string>,
  home: string = root,
  flags?: readonly string[],
) {
  if (home === root) await ensureBuilt(() => {})
  const child = spawn(process.execPath, flags ? [...flags, ...startArguments.slice(-1)] : startArguments, {
    cwd: home,
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: folder.path,
      RATE_LIMITS: 'off',
      DEMO_CONTENT: 'off',
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  const errors: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => output.push(line))
  createInterface({ input: child.stderr }).on('line', (line) => {
    output.push(line)
    errors.push(line)
  })
  return { child, output, errors, ended: once(child, 'close') }
}

function untilSaid(words: RegExp, child: ChildProcess, output: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const line = output.find((one) => words.test(one))
      if (line !== undefined) resolve(line)
    }
    // After the line readers, which were added first.
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', () => setImmediate(look))
    child.once('close', (code) => reject(new Error(`Ended with ${code}:\n${output.join('\n')}`)))
    child.once('error', reject)
  })
}
