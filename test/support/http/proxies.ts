import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { freePort } from '../../../backend/kernel/database/embedded/process.ts'

const ops = join(import.meta.dirname, '..', '..', '..', 'ops')
const isInstalled = (...command: [string, ...string[]]) =>
  spawnSync(command[0], command.slice(1), { stdio: 'ignore' }).status === 0
export const hasCaddy = isInstalled('caddy', 'version')
export const hasNginx = isInstalled('nginx', '-v')

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'campaign-proxy-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

type Running = {
  url: string
  /** Everything that the proxy has logged. */
  logged(): string
}

async function proxy(
  [command, ...words]: [string, ...string[]],
  { url, log, env = {} }: { url: string; log: string; env?: Record<string, string> },
): Promise<void> {
  const output = openSync(log, 'a')
  const child = spawn(command, words, { env: { ...process.env, ...env }, stdio: ['ignore', output, output] })
  closeSync(output)
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  await expect
    .poll(() =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
}

/** The address of Caddy with the Caddyfile as shipped, without TLS. */
export async function behindCaddy(upstreams: string[]): Promise<Running> {
  const folder = temporaryFolder()
  const url = `http://127.0.0.1:${await freePort()}`
  const health = await freePort()
  // Asked at another port, so that the first request that meets a process is one of the test.
  const log = join(folder, 'output.log')
  await proxy(['caddy', 'run', '--config', join(ops, 'Caddyfile'), '--adapter', 'caddyfile'], {
    url: `http://127.0.0.1:${health}`,
    log,
    env: {
      PUBLIC_URL: url,
      APP_UPSTREAMS: upstreams.join(' '),
      CADDY_HEALTH_PORT: String(health),
      HOME: folder,
    },
  })
  return { url, logged: () => readFileSync(log, 'utf8') }
}

/** The address of nginx with the configuration as shipped, without TLS and port 80. */
export async function behindNginx(upstreams: string[]): Promise<Running> {
  const folder = temporaryFolder()
  const port = await freePort()
  // Without TLS and port 80; everything else is as we ship it.
  const site = readFileSync(join(ops, 'nginx.conf'), 'utf8')
    .replaceAll('/var/log/nginx', folder)
    .replace(/server \{\s+listen 80;[\s\S]*?\n\}\n/, '')
    .replace(/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`)
    .replace(/^ {2}ssl_.*\n/gm, '')
    .replace(/(?<=upstream campaign \{\n)[^}]*/, upstreams.map((one) => `server ${one} max_fails=0;\n`).join(''))
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;\n` +
      `events {}\nhttp { access_log off; ${places.join(' ')}\n${site} }\n`,
  )
  const url = `http://127.0.0.1:${port}`
  const log = join(folder, 'output.log')
  await proxy(['nginx', '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')], { url, log })
  const files = ['access.log', 'error.log', 'output.log']
  return { url, logged: () => files.map((name) => readFileSync(join(folder, name), 'utf8')).join('') }
}
