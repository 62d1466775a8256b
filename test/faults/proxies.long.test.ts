import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../backend/kernel/database/embedded/process.ts'
import { behindCaddy, behindNginx, hasCaddy, hasNginx } from '../support/http/proxies.ts'

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

/** Number of requests out of 40, every other one a form, that are not answered as the process that is up does. */
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

const secret = 'c2VjcmV0LW9mLWEtbGluaw'
const mailed = [`/login/verify?token=${secret}`, `/unsubscribe?token=${secret}`, `/go/mail/${secret}`]

/** Opens mailed links, each as if a page with such an address had led there. */
async function openMailed(url: string): Promise<void> {
  const headers = { referer: `${url}/setup?token=${secret}` }
  await Promise.all(mailed.map((path) => fetch(url + path, { headers })))
}

describe('ops/Caddyfile', () => {
  it('logs a request that it cannot pass on without the address, which may be a mailed link', async ({ skip }) => {
    if (!hasCaddy) return skip('caddy is not installed (apt-get install caddy).')
    const asked: string[] = []
    const broken = createServer((request, response) => {
      asked.push(request.url ?? '')
      if (request.url === '/healthz') response.end()
      else request.socket.destroy()
    }).listen(0, '127.0.0.1')
    await once(broken, 'listening')
    onTestFinished(() => void broken.close())
    const address = broken.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { url, logged } = await behindCaddy([`127.0.0.1:${port}`])
    await isChecked(asked)
    await openMailed(url)
    await expect.poll(logged).toContain('"status": 502')
    expect(logged()).not.toContain(secret)
  })

  it('loses no request and no form while one of two processes is down', async ({ skip }) => {
    if (!hasCaddy) return skip('caddy is not installed (apt-get install caddy).')
    const asked: string[] = []
    const { url } = await behindCaddy([await refusing(), await upstream(200, { asked })])
    await isChecked(asked)
    expect(await failuresOf(url)).toBe(0)
  })

  it('keeps a page waiting while no process is there', async ({ skip }) => {
    if (!hasCaddy) return skip('caddy is not installed (apt-get install caddy).')
    const asked: string[] = []
    const port = await freePort()
    const { url } = await behindCaddy([`127.0.0.1:${port}`, await upstream(503, { asked })])
    await isChecked(asked)
    const page = fetch(url)
    await upstream(200, { port })
    expect(await (await page).text()).toBe('GET ')
  })
})

describe('ops/nginx.conf', () => {
  it('logs no secret of a mailed link, also when no process answers', async ({ skip }) => {
    if (!hasNginx) return skip('nginx is not installed (apt-get install nginx).')
    const answered = await behindNginx([await upstream(200)])
    const refused = await behindNginx([await refusing()])
    for (const { url } of [answered, refused]) await openMailed(url)
    await expect.poll(answered.logged).toMatch(/"GET \/go\/mail\/-" 200/)
    await expect.poll(refused.logged).toMatch(/"GET \/go\/mail\/-" 502/)
    expect(answered.logged() + refused.logged()).not.toContain(secret)
  })

  it('loses no request and no form while one process is down and another one starts', async ({ skip }) => {
    if (!hasNginx) return skip('nginx is not installed (apt-get install nginx).')
    expect(
      await failuresOf((await behindNginx([await refusing(), await upstream(503), await upstream(200)])).url),
    ).toBe(0)
  })

  it('passes on the answer of the site when all processes reject, as while the database is down', async ({ skip }) => {
    if (!hasNginx) return skip('nginx is not installed (apt-get install nginx).')
    const { url } = await behindNginx([await upstream(503), await upstream(503)])
    for (let attempt = 0; attempt < 3; attempt++) {
      const response = await fetch(url)
      expect([response.status, await response.text()]).toEqual([503, 'GET '])
    }
  })
})
