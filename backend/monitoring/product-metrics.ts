import type { Knex } from 'knex'
import type pg from 'pg'
import { Gauge, type Registry } from 'prom-client'

type Lag = { events: number | null; seconds: number | null }

export type Measured = {
  isReady(): Promise<boolean>
  projections(): Promise<{ name: string; lag: Lag; stopped: unknown }[]>
  reactors(): Promise<{ name: string; lag: Lag; failing: unknown }[]>
  /** How many events in our streams cannot be read. */
  setAside(): Promise<number>
  /** One sentence; null: the mailbox for bounces can be read, or there is none. */
  bounceMailboxProblem(): string | null
  pool: pg.Pool
  knex: Knex
  /** Emails of the site since the start of the process. */
  mails: { sent: number; failed: number }
  /** State of the sending thread. */
  senderThread(): { isRunning: boolean; deaths: number }
}

/** The metrics that an operator is paged for. Each is computed only when a scraper reads it. */
export function measureProduct(registry: Registry, measured: Measured): void {
  const { pool, knex, mails } = measured
  const registers = [registry]

  new Gauge({
    name: 'app_ready',
    help: '1 when /readyz answers 200.',
    registers,
    async collect() {
      this.set((await measured.isReady().catch(() => false)) ? 1 : 0)
    },
  })
  new Gauge({
    name: 'event_log_set_aside_events',
    help: 'Events in our streams that cannot be read, and that everything passes over.',
    registers,
    async collect() {
      this.set(await measured.setAside())
    },
  })
  measureReaders(registers, 'projection', async () =>
    (await measured.projections()).map(({ name, lag, stopped }) => ({ name, lag, isStopped: stopped !== null })),
  )
  measureReaders(registers, 'reactor', async () =>
    (await measured.reactors()).map(({ name, lag, failing }) => ({ name, lag, isStopped: failing !== null })),
  )
  new Gauge({
    name: 'mails_total',
    help: 'Mails of the site, without campaign mail, since the start of the process.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.set({ outcome: 'sent' }, mails.sent)
      this.set({ outcome: 'failed' }, mails.failed)
    },
  })
  new Gauge({
    name: 'mail_queue_length',
    help: 'Mails that wait to be sent, mails of the site that were given up, and campaign mails that failed, of lists that are not finished.',
    labelNames: ['queue'],
    registers,
    async collect() {
      const { rows } = await pool.query<{ queue: string; length: number }>({
        name: 'metrics-mail-queues',
        text: `SELECT 'campaign' AS queue, coalesce(sum(recipients - sent - failed - skipped), 0)::bigint AS length
                 FROM app.campaign_queues WHERE status = 'sending'
               UNION ALL SELECT 'campaign paused', coalesce(sum(recipients - sent - failed - skipped), 0)::bigint
                 FROM app.campaign_queues WHERE status = 'paused'
               UNION ALL SELECT 'campaign failed', coalesce(sum(failed), 0)::bigint
                 FROM app.campaign_queues WHERE status IN ('sending', 'paused')
               UNION ALL SELECT 'welcome', count(*) FROM app.welcome_mails WHERE status = 'waiting'
               UNION ALL SELECT 'site', count(*) FROM app.unsent_mails WHERE state = 'waiting'
               UNION ALL SELECT 'site given up', count(*) FROM app.unsent_mails WHERE state = 'given_up'`,
      })
      for (const { queue, length } of rows) this.set({ queue }, Number(length))
    },
  })
  new Gauge({
    name: 'bounce_mails_set_aside',
    help: 'Messages in the mailbox for bounces that could not be read in the last 90 days, and are flagged there.',
    registers,
    async collect() {
      const { rows } = await pool.query<{ count: number }>('SELECT count(*)::int AS count FROM app.set_aside_mails')
      this.set(rows[0]?.count ?? 0)
    },
  })
  new Gauge({
    name: 'bounce_mailbox_failing',
    help: '1 while the mailbox for bounces cannot be read; the log and /readyz say why.',
    registers,
    collect() {
      this.set(measured.bounceMailboxProblem() === null ? 0 : 1)
    },
  })
  new Gauge({
    name: 'campaign_sender_running',
    help: '1 while the thread that sends campaign mail runs.',
    registers,
    collect() {
      this.set(measured.senderThread().isRunning ? 1 : 0)
    },
  })
  new Gauge({
    name: 'campaign_sender_deaths_total',
    help: 'Threads that sent campaign mail and died, since the start of the process. Each was replaced.',
    registers,
    collect() {
      this.set(measured.senderThread().deaths)
    },
  })
  new Gauge({
    name: 'pg_pool_connections',
    help: 'Connections to PostgreSQL by state, and callers that wait for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      const { numUsed, numFree, numPendingAcquires } = poolOf(knex)
      this.set({ pool: 'log', state: 'used' }, pool.totalCount - pool.idleCount)
      this.set({ pool: 'log', state: 'idle' }, pool.idleCount)
      this.set({ pool: 'log', state: 'waiting' }, pool.waitingCount)
      this.set({ pool: 'queries', state: 'used' }, numUsed)
      this.set({ pool: 'queries', state: 'idle' }, numFree)
      this.set({ pool: 'queries', state: 'waiting' }, numPendingAcquires)
    },
  })
}

/** Lag and state of whatever reads the log. */
function measureReaders(
  registers: Registry[],
  kind: 'projection' | 'reactor',
  read: () => Promise<{ name: string; lag: Lag; isStopped: boolean }[]>,
): void {
  // One result shared by the three metrics of a scrape.
  let asked: ReturnType<typeof read> | null = null
  const readOnce = () => {
    asked ??= read().finally(() => {
      asked = null
    })
    return asked
  }
  const each = (
    name: string,
    help: string,
    value: (reader: Awaited<ReturnType<typeof read>>[number]) => number | null,
  ) =>
    new Gauge({
      name: `${kind}_${name}`,
      help,
      labelNames: [kind],
      registers,
      async collect() {
        for (const reader of await readOnce()) {
          const found = value(reader)
          if (found !== null) this.set({ [kind]: reader.name }, found)
        }
      },
    })
  each('lag_events', `Events that the ${kind} has not handled yet.`, ({ lag }) => lag.events)
  each('lag_seconds', `Age of the first event that the ${kind} has not handled yet.`, ({ lag }) => lag.seconds)
  each('stopped', `1 when the ${kind} cannot handle an event.`, ({ isStopped }) => (isStopped ? 1 : 0))
}

function poolOf(knex: Knex): { numUsed: number; numFree: number; numPendingAcquires: number } {
  const { pool } = knex.client
  return { numUsed: pool.numUsed(), numFree: pool.numFree(), numPendingAcquires: pool.numPendingAcquires() }
}
