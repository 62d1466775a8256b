import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { freePort } from '../../backend/kernel/database/embedded/process.ts'
import { createTestApp, type RunningApp } from '../support/app/app.ts'
import { temporaryDataFolder } from '../support/app/data-folder.ts'
import { createEmptyDatabase } from '../support/database/database.ts'
import { behindCaddy, behindNginx, hasCaddy, hasNginx } from '../support/http/proxies.ts'
import { longTimeouts } from '../support/run/timeouts.ts'

vi.setConfig(longTimeouts)

const appSecret = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA='

/** A process that is started again on the same port. */
async function createRestartable(databaseUrl: string) {
  const port = await freePort()
  const folder = temporaryDataFolder()
  onTestFinished(folder.remove)
  const start = () =>
    createTestApp({
      http: 'socket',
      folder,
      env: {
        PORT: String(port),
        DATABASE_URL: databaseUrl,
        APP_SECRET: appSecret,
        // As in production.
        DRAIN_SECONDS: '1',
        TRUST_PROXY: '127.0.0.1',
      },
    })
  let app: RunningApp = await start()
  onTestFinished(() => app.kill())
  return {
    address: `127.0.0.1:${port}`,
    async restart() {
      await app.stop()
      app = await start()
    },
  }
}

type Failure = { what: string; after: number; says: string }

/** 20 requests a second, every other one a form, until `stop`. */
function visit(url: string) {
  const failures: Failure[] = []
  const emails: string[] = []
  const open: Promise<void>[] = []
  const start = performance.now()
  let sent = 0
  const ask = async (what: string, asking: () => Promise<Response>, isAnswered: (response: Response) => boolean) => {
    const after = Math.round(performance.now() - start)
    const answer = await asking().catch((error: unknown) => String(error))
    if (typeof answer === 'string') return void failures.push({ what, after, says: answer })
    const text = await answer.text()
    if (!isAnswered(answer)) failures.push({ what, after, says: `${answer.status} ${text.slice(0, 200)}` })
  }
  const timer = setInterval(() => {
    const turn = sent++
    if (turn % 2 === 0) {
      const path = ['/', '/api/news', '/about', '/api/email-signup-count'][(turn / 2) % 4]
      open.push(
        ask(
          `GET ${path}`,
          () => fetch(`${url}${path}`),
          ({ ok }) => ok,
        ),
      )
      return
    }
    const email = `visitor-${turn}@example.org`
    emails.push(email)
    const init = {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ firstName: 'Ruth', email }),
    }
    open.push(
      ask(
        'POST',
        () => fetch(`${url}/api/email-signup`, init),
        ({ status }) => status === 201,
      ),
    )
  }, 50)
  return {
    emails,
    async stop(): Promise<Failure[]> {
      clearInterval(timer)
      await Promise.all(open)
      return failures
    },
  }
}

const proxies = [
  { name: 'nginx', isInstalled: hasNginx, behind: behindNginx },
  { name: 'Caddy', isInstalled: hasCaddy, behind: behindCaddy },
]

describe.each(proxies)('four restarts of two processes behind $name', ({ isInstalled, behind }) => {
  it('lose no page, no API call and no form, and store each form once', async ({ skip }) => {
    if (!isInstalled) return skip('It is not installed (apt-get install nginx caddy).')
    const database = await createEmptyDatabase()
    const first = await createRestartable(database.url)
    const second = await createRestartable(database.url)
    const { url } = await behind([first.address, second.address])
    await expect.poll(async () => (await fetch(url)).status).toBe(200)
    const visits = visit(url)
    for (const site of [first, second, first, second]) {
      await site.restart()
      await delay(1000) // as an operator’s loop, which asks /readyz before it goes on
    }
    // At least as many forms as there were when some were lost.
    while (visits.emails.length < 240) await delay(100)
    expect(await visits.stop()).toEqual([])
    const stored = await database.pool.query<{ email: string }>('SELECT email FROM read.email_signups')
    expect(stored.rows.map(({ email }) => email).sort()).toEqual(visits.emails.sort())
  })
})
