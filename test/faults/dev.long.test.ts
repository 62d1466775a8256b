import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { freePort } from '../../backend/kernel/database/embedded/process.ts'
import { temporaryDataFolder } from '../support/app/data-folder.ts'
import { longTimeouts, pollTimeout } from '../support/run/timeouts.ts'

vi.setConfig(longTimeouts)

const root = join(import.meta.dirname, '../..')

it('npm run dev serves pages with their fonts and scripts, and the API behind them', async () => {
  const folder = temporaryDataFolder()
  const port = String(await freePort())
  const child = spawn(process.execPath, ['backend/tools/dev.ts'], {
    cwd: root,
    // Without what Vitest sets for Vite.
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ENV_FILE: '',
      DATA_DIR: folder.path,
      PORT: port,
      DEMO_CONTENT: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
    await folder.remove()
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data))
  // The backend and, before or after it, Astro.
  await expect.poll(() => said, pollTimeout).toMatch(/^Ready\b/m)
  await expect.poll(() => said, pollTimeout).toMatch(/watching for file changes/)

  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(30_000) })
  for (const path of ['/', '/about', '/prayers', '/login', '/admin']) {
    const page = await ask(path)
    expect([path, page.status]).toEqual([path, 200])
    const html = await page.text()
    expect(html).toContain('<main')
    const needed = [...html.matchAll(/(?:<link rel="preload" href|<script type="module" src)="([^"]+)"/g)]
    expect(needed.length).toBeGreaterThan(2)
    for (const [, address = ''] of needed) expect([address, (await ask(address)).status]).toEqual([address, 200])
  }
  const prayers = await ask('/api/prayers')
  expect([prayers.status, await prayers.json()]).toEqual([200, []])
  expect(said).not.toMatch(/error/i)
})
