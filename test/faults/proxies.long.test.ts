import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../backend/database/embedded/process.ts'

const ops = join(import.meta.dirname, '..', '..', 'ops')
const isInstalled = (...command: [string, ...string[]]) =>
  spawnSync(command[0], command.slice(1), { stdio: 'ignore' }).status === 0
const hasCaddy = isInstalled('caddy', 'version')
const hasNginx = isInstalled('nginx', '-v')

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'campaign-proxy-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * A process of the site that answers everything with `status`; its answer tells the method and what it was sent. `asked`
 * gets the paths.
 */
async function upstream(status: number, { port = 0, asked = [] as string[] } = {}): Promise<string> {
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => response.writeHead(status).end(`${request.method} ${body}`))
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  return `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

const refusing = async () => `127.0.0.1:${await freePort()}`

async function proxy(command: string, words: string[], url: string, env: Record<string, string> = {}): Promise<void> {
  const child = spawn(command, words, { env: { ...process.env, ...env }, stdio: 'ignore' })
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

async function behindCaddy(upstreams: string[]): Promise<string> {
  const folder = temporaryFolder()
  const url = `http://127.0.0.1:${await freePort()}`
  const health = await freePort()
  // Asked at another port, so that the first request that meets a process is one of the test.
  await proxy(
    'caddy',
    ['run', '--config', join(ops, 'Caddyfile'), '--adapter', 'caddyfile'],
    `http://127.0.0.1:${health}`,
    {
      PUBLIC_URL: url,
      APP_UPSTREAMS: upstreams.join(' '),
      CADDY_HEALTH_PORT: String(health),
      HOME: folder,
    },
  )
  return url
}

async function behindNginx(upstreams: string[]): Promise<string> {
  const folder = temporaryFolder()
  const port = await freePort()
  // Without TLS and port 80; everything else is as we ship it.
  const site = readFileSync(join(ops, 'nginx.conf'), 'utf8')
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
  await proxy('nginx', ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')], url)
  return url
}

/** How many of 40 requests, every other one a form, are not answered as the process that is up does. */
async function failuresOf(url: string): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const isForm = index % 2 === 1
      const response = await fetch(url, isForm ? { method: 'POST', body: `form ${index}` } : {})
      return response.ok && (await response.text()) === (isForm ? `POST form ${index}` : 'GET ')
    }),
  )
  return answers.filter((isGood) => !isGood).length
}

/** Caddy has seen, of every process, whether it is there: it asks all of them at the same time. */
const isChecked = (asked: readonly string[]) =>
  expect.poll(() => asked.filter((path) => path === '/healthz').length).toBeGreaterThan(1)

describe('ops/Caddyfile', () => {
  it('loses no request and no form while one of two processes is down', async ({ skip }) => {
    if (!hasCaddy) return skip('caddy is not installed (apt-get install caddy).')
    const asked: string[] = []
    const url = await behindCaddy([await refusing(), await upstream(200, { asked })])
    await isChecked(asked)
    expect(await failuresOf(url)).toBe(0)
  })

  it('keeps a page waiting while no process is there', async ({ skip }) => {
    if (!hasCaddy) return skip('caddy is not installed (apt-get install caddy).')
    const asked: string[] = []
    const port = await freePort()
    const url = await behindCaddy([`127.0.0.1:${port}`, await upstream(503, { asked })])
    await isChecked(asked)
    const page = fetch(url)
    await upstream(200, { port })
    expect(await (await page).text()).toBe('GET ')
  })
})

describe('ops/nginx.conf', () => {
  it('loses no request and no form while one process is down and another one starts', async ({ skip }) => {
    if (!hasNginx) return skip('nginx is not installed (apt-get install nginx).')
    expect(await failuresOf(await behindNginx([await refusing(), await upstream(503), await upstream(200)]))).toBe(0)
  })

  it('passes on the answer of the site when all processes refuse, as while the database is down', async ({ skip }) => {
    if (!hasNginx) return skip('nginx is not installed (apt-get install nginx).')
    const url = await behindNginx([await upstream(503), await upstream(503)])
    for (let attempt = 0; attempt < 3; attempt++) {
      const response = await fetch(url)
      expect([response.status, await response.text()]).toEqual([503, 'GET '])
    }
  })
})
