import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { runningServer } from '../../backend/database/cluster-process.ts'

const root = join(import.meta.dirname, '..', '..')

export type RunningApp = {
  url: string
  /** The printed one-time link of the first admin; undefined once there is one. */
  firstAdminLink: string | undefined
  pid: number
  output: string[]
  /** SIGTERM, and waits for the end; answers the exit code. */
  stop(): Promise<number | null>
  /** `kill -9`: the database it started lives on as an orphan. */
  kill(): Promise<void>
}

export type DataFolder = { path: string; remove(): Promise<void> }

export function temporaryDataFolder(): DataFolder {
  const path = mkdtempSync(join(tmpdir(), 'campaign-app-'))
  chmodSync(path, 0o755)
  return {
    path,
    async remove() {
      const orphan = runningServer(join(path, 'postgres'))
      if (orphan) killQuietly(orphan.pid)
      rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // already gone
  }
}

/** The product as a stranger starts it, on a free port; resolves when it says that it is ready. Rejects with what it said instead. */
export async function startApp(folder: DataFolder, env: Record<string, string> = {}): Promise<RunningApp> {
  const child = spawn(process.execPath, ['backend/tools/start.ts'], {
    cwd: root,
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
  const ended = once(child, 'exit')
  await untilReady(child, output)
  const said = output.join('\n')
  const url = said.match(/https?:\/\/127\.0\.0\.1:\d+/)?.[0]
  if (!url) throw new Error(`The address is missing in:\n${said}`)
  return {
    url,
    firstAdminLink: said.match(/https?:\/\/\S+\/setup#\S+/)?.[0],
    pid: child.pid ?? 0,
    output,
    async stop() {
      child.kill('SIGTERM')
      await ended
      return child.exitCode
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

function untilReady(child: ChildProcess, output: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      if (stream)
        createInterface({ input: stream }).on('line', (line) => {
          output.push(line)
          if (/^Ready\b/.test(line)) resolve()
        })
    child.once('exit', (code) => reject(new Error(`Ended with ${code}:\n${output.join('\n')}`)))
    child.once('error', reject)
  })
}
