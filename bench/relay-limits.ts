import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { loadSecrets } from '../backend/config/secrets.ts'
import { createCore } from '../backend/core.ts'
import { createEmailCampaignSending } from '../backend/email-campaign-sending/index.ts'
import type { Database } from '../backend/kernel/database/connect.ts'
import { campaign, letterhead as words } from '../contract/campaign.ts'
import { freeze } from './email-campaigns.ts'
import { loadSupporters } from './email-campaigns-segments.ts'
import { startBenchDatabase, table } from './support.ts'

export type RelayFigures = {
  /** Emails that the relay accepted in each minute, and those it allows. */
  perMinute: number[]
  allowed: number
  /** Connections that it allows at once. */
  connections: number
  /** Sentence that staff saw while the email campaign waited. */
  waitsFor: string
  /** Seconds from the end of a fault to the first email of an email campaign that started during it. */
  afterFault: number
}

const minute = 60_000 // ms
const secret = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA='

/** `faulty`: how long the relay is away, in ms. */
export async function benchRelayLimits({ minutes = 4, allowed = 60, connections = 3, faulty = 30_000 } = {}) {
  const { database, url, stop } = await startBenchDatabase({ max: 10 })
  const relay = await startRelay({ allowed, connections })
  try {
    const { pool } = database
    await loadSupporters(pool, 2000)
    await freeze(pool)
    const sending = await startSending(database, url, relay.port)
    let waitsFor = ''
    const watched = setInterval(() => {
      void waiting(pool).then((sentence) => {
        waitsFor = sentence ?? waitsFor
      })
    }, 500)
    const start = performance.now()
    await delay(minutes * minute)
    clearInterval(watched)
    const perMinute = Array.from({ length: minutes }, (_, index) => relay.countAfter(start + index * minute, minute))

    await relay.close()
    await delay(faulty / 2)
    await freeze(pool, 2)
    await delay(faulty / 2)
    await relay.open()
    const back = performance.now()
    while (relay.firstOf(2) === null) await delay(10)
    const afterFault = ((relay.firstOf(2) ?? 0) - back) / 1000
    await sending.close()
    return { perMinute, allowed, connections, waitsFor, afterFault }
  } finally {
    await relay.close()
    await stop()
  }
}

async function waiting(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query<{ waitsFor: string | null }>(
    'SELECT waits_for AS "waitsFor" FROM app.campaign_queues WHERE campaign_id = 1',
  )
  return rows[0]?.waitsFor ?? null
}

/** The sender of the product, with its own settings. */
async function startSending(database: Database, databaseUrl: string, port: number) {
  const secrets = loadSecrets({ appSecret: secret, dataDir: '.' })
  const core = await createCore({
    config: { eventStoreUrl: undefined, isHttps: true, isProduction: false },
    secrets,
    database,
    locate: async () => null,
  })
  const say = (_details: object, message: string) => console.error(message)
  const sending = createEmailCampaignSending({
    ...core,
    pool: database.pool,
    databaseUrl,
    letterhead: {
      fromName: words.siteName,
      fromAddress: 'news@example.org',
      returnAddress: 'news@example.org',
      words,
      unsubscribeAddress: campaign.email,
      dkim: null,
      keys: { unsubscribes: secrets.unsubscribes, mailLinks: secrets.mailLinks, messageIds: secrets.messageIds },
    },
    publicUrl: () => 'https://www.example.org',
    numberLinks: async () => new Map<string, number>(),
    smtpUrl: `smtp://127.0.0.1:${port}`,
    requireTLS: false,
    mailer: { send: async () => {} },
    reportBounce: async () => {},
    logger: { warn: say, fatal: say },
  })
  sending.start()
  return sending
}

/**
 * A relay that limits a client as Postfix does (anvil): emails per minute, where refused ones count as well, and
 * connections at once.
 */
async function startRelay({ allowed, connections }: { allowed: number; connections: number }) {
  const accepted: { at: number; campaignId: number }[] = []
  let server = listen(0)
  let port = 0
  let since = Number.NEGATIVE_INFINITY
  let mails = 0
  let open = 0

  function isTooMuch(): boolean {
    if (performance.now() - since >= minute) {
      since = performance.now()
      mails = 0
    }
    return ++mails > allowed
  }
  const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

  function listen(at: number): SMTPServer {
    const made = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      closeTimeout: 10,
      onConnect(_session, done) {
        if (++open > connections) return done(refusal(421, '4.7.0 Error: too many connections from 127.0.0.1'))
        done()
      },
      onClose: () => void open--,
      onMailFrom: (_address, _session, done) =>
        done(isTooMuch() ? refusal(450, '4.7.1 Error: too much mail from 127.0.0.1') : null),
      onData(stream, _session, done) {
        let head = ''
        stream.on('data', (chunk: Buffer) => {
          if (head.length < 10_000) head += chunk.toString('latin1')
        })
        stream.on('end', () => {
          accepted.push({ at: performance.now(), campaignId: Number(/^Feedback-ID: c(\d+):/im.exec(head)?.[1]) })
          done()
        })
      },
    })
    made.on('error', () => {})
    made.listen(at, '127.0.0.1')
    return made
  }
  async function ready(): Promise<void> {
    if (!server.server.listening) await new Promise((resolve) => server.server.once('listening', resolve))
    port = (server.server.address() as AddressInfo).port
  }
  await ready()

  return {
    get port() {
      return port
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
    async open(): Promise<void> {
      // Its limit starts anew, as after a restart.
      since = Number.NEGATIVE_INFINITY
      open = 0
      server = listen(port)
      await ready()
    },
    countAfter: (start: number, ms: number): number =>
      accepted.filter(({ at }) => at >= start && at < start + ms).length,
    firstOf: (id: number): number | null => accepted.find(({ campaignId }) => campaignId === id)?.at ?? null,
  }
}

export function relayLimitsTable({ perMinute, allowed, connections, waitsFor, afterFault }: RelayFigures): string {
  const [least, all] = [Math.min(...perMinute), perMinute.reduce((sum, count) => sum + count, 0)]
  return `${table(
    [
      `Emails through a relay that allows ${allowed} a minute and ${connections} connections`,
      'emails',
      'of the allowed',
    ],
    [
      ...perMinute.map((count, index) => [`Minute ${index + 1}`, count, share(count, allowed)]),
      [`All ${perMinute.length} minutes`, all, share(all, allowed * perMinute.length)],
    ],
  )}

The slowest minute had ${share(least, allowed)} of what was allowed. Staff saw: “${waitsFor}” A campaign that started while the relay was away sent its first email ${afterFault.toFixed(1)} s after it was back.`
}

const share = (count: number, allowed: number) => (count / allowed).toFixed(2)
