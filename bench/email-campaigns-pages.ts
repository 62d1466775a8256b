import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { createTestApp } from '../test/support/app/app.ts'
import { temporaryDataFolder } from '../test/support/app/data-folder.ts'
import { freeze, portOf, startSink } from './email-campaigns.ts'
import { addSupporters } from './email-campaigns-segments.ts'
import { alternate, median, medianRatio, quantile, startBenchDatabase, table } from './support.ts'

type State = 'idle' | 'sending'

export type PageFigures = {
  perSecond: number
  mailsPerSecond: number
  p50: Record<State, number>
  p99: Record<State, number>
  ratio: number
}

/**
 * Milliseconds of the home page at an even rate of requests, while an email campaign goes out as fast as a mail server
 * on this machine takes it, and while it is paused. The product runs as it is shipped: one process, with its sender.
 */
export async function benchEmailCampaignPages({
  people = 400_000,
  perSecond = 200,
  seconds = 8,
  rounds = 5,
} = {}): Promise<PageFigures> {
  const { database, stop } = await startBenchDatabase({ max: 4 })
  const folder = temporaryDataFolder()
  const sink = startSink()
  try {
    const port = await portOf(sink)
    const app = await createTestApp({
      http: 'socket',
      folder,
      env: { DATABASE_URL: database.url, SMTP_URL: `smtp://127.0.0.1:${port}` },
    })
    const { pool } = database
    try {
      await addSupporters(pool, people)
      await freeze(pool)
      const p50: Record<State, number[]> = { idle: [], sending: [] }
      const rates: number[] = []
      const measure = (state: State) => async () => {
        await pool.query('UPDATE app.campaign_queues SET status = $1', [state === 'sending' ? 'sending' : 'paused'])
        await settled(pool, state)
        const before = await sentBy(pool)
        const times = await evenly(app.url, perSecond, seconds)
        const sent = (await sentBy(pool)) - before
        if (state === 'sending' && sent === 0) throw new Error('Nothing was sent.')
        if (state === 'sending') rates.push(sent / seconds)
        p50[state].push(quantile(times, 0.5))
        return quantile(times, 0.99)
      }
      const p99 = await alternate<State>(
        new Map([
          ['idle', measure('idle')],
          ['sending', measure('sending')],
        ]),
        rounds,
      )
      const of = (state: State) => p99.get(state) ?? []
      return {
        perSecond,
        mailsPerSecond: median(rates),
        p50: { idle: median(p50.idle), sending: median(p50.sending) },
        p99: { idle: median(of('idle')), sending: median(of('sending')) },
        ratio: medianRatio(of('sending'), of('idle')),
      }
    } finally {
      await app.kill()
    }
  } finally {
    sink.kill()
    await stop()
    await folder.remove()
  }
}

async function sentBy(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ sent: number }>('SELECT sent FROM app.campaign_queues')
  return rows[0]?.sent ?? 0
}

/** Until the sender is at full speed, or everything it left behind is recorded and shown. */
async function settled(pool: pg.Pool, state: State): Promise<void> {
  const before = await sentBy(pool)
  if (state === 'sending') while ((await sentBy(pool)) < before + 5000) await delay(50)
  else while ((await unrecorded(pool)) > 0) await delay(50)
  await delay(1500)
}

async function unrecorded(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ people: number }>(
    `SELECT count(*) AS people FROM app.campaign_recipients WHERE status <> 'waiting' AND batch IS NULL`,
  )
  return rows[0]?.people ?? 0
}

/**
 * Milliseconds of each page, from the moment it was due, so that a visitor’s wait for the client’s turn counts, too. A
 * timer may fire up to a millisecond early, so nothing is requested before it is due.
 */
async function evenly(url: string, perSecond: number, seconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  const asked: Promise<void>[] = []
  const start = performance.now()
  for (let index = 0; index < perSecond * seconds; index++) {
    const due = start + (index * 1000) / perSecond
    while (performance.now() < due) await delay(Math.ceil(due - performance.now()))
    asked.push(
      page(url, agent).then(() => {
        times.push(performance.now() - due)
      }),
    )
  }
  await Promise.all(asked)
  agent.destroy()
  return times
}

async function page(url: string, agent: Agent): Promise<void> {
  const asked = request(url, { agent, headers: { 'accept-encoding': 'br' } }).end()
  const [response] = await once(asked, 'response')
  if (response.statusCode !== 200) throw new Error(`The page answered ${response.statusCode}.`)
  response.resume()
  await once(response, 'end')
}

const ms = (value: number) => value.toFixed(1)

export const emailCampaignPagesTable = ({ perSecond, mailsPerSecond, p50, p99, ratio }: PageFigures): string =>
  `${table(
    [`The home page, ${perSecond} a second, ms`, 'p50', 'p99'],
    [
      ['While nothing is sent', ms(p50.idle), ms(p99.idle)],
      [`While the same process sends ${Math.round(mailsPerSecond)} mails a second`, ms(p50.sending), ms(p99.sending)],
    ],
  )}

The p99 while sending is ${ratio.toFixed(2)} times that of the same process at rest (median of the ratios per round).`

if (import.meta.main) {
  console.log(emailCampaignPagesTable(await benchEmailCampaignPages({ people: 200_000, seconds: 4, rounds: 3 })))
  process.exit()
}
