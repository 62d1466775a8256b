import type pg from 'pg'
import { Gauge, type Registry } from 'prom-client'
import { diskUsed } from './system-metrics.ts'

type Lag = { events: number | null; seconds: number | null }

export type Measured = {
  isReady(): Promise<boolean>
  projections(): Promise<{ name: string; lag: Lag; stopped: unknown }[]>
  reactors(): Promise<{ name: string; lag: Lag; failing: unknown }[]>
  /** How many events in our streams cannot be read; null: unknown. */
  setAside(): Promise<number | null>
  /** Email campaigns of the last week of which too much was reported when they were over. */
  overLimit(): Promise<number>
  latestBackup(): Promise<Date | null>
  /** Age of the first event that is not sealed yet; null when the log cannot be read. */
  sealsBehind(): Promise<number | null>
  /** One sentence about where the seals and the log differ; null: nowhere. */
  sealChainProblem(): string | null
  /** One sentence; null: the mailbox for bounces can be read, or there is none. */
  bounceMailboxProblem(): string | null
  /** Undefined: there is no read replica. */
  readReplica: { problem(): string | null; secondsBehind(): number | null } | undefined
  /** On the disk to watch. */
  dataDir: string
  pool: pg.Pool
  /** Emails of the site since the start of the process. */
  mails: { sent: number; failed: number }
  /** State of the sending thread. */
  senderThread(): { isRunning: boolean; deaths: number }
}

/** The metrics that an operator is paged for. Each is computed only when a scraper reads it. */
export function measureProduct(registry: Registry, measured: Measured): void {
  const { pool, mails } = measured
  const registers = [registry]

  /** null: unknown, so the metric keeps its last value. */
  const gauge = (name: string, help: string, read: () => number | null | Promise<number | null>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const value = await read()
        if (value !== null) this.set(value)
      },
    })
  /** An SQL expression; null is 0. */
  async function numberIn(expression: string): Promise<number> {
    const { rows } = await pool.query<{ value: number }>(`SELECT coalesce(${expression}, 0)::float8 AS value`)
    return rows[0]?.value ?? 0
  }

  gauge('app_ready', '1 when /readyz answers 200.', async () => Number(await measured.isReady().catch(() => false)))
  gauge(
    'event_log_set_aside_events',
    'Events in our streams that cannot be read, and that everything passes over.',
    measured.setAside,
  )
  gauge('seals_behind_seconds', 'Age of the first event that no seal covers yet.', () =>
    measured.sealsBehind().catch(() => null),
  )
  gauge('seal_chain_broken', '1 when the seals do not match the log, so that nothing is sealed any more.', () =>
    Number(measured.sealChainProblem() !== null),
  )
  gauge('disk_used_ratio', 'Used part of the disk that holds DATA_DIR, 0 to 1.', () =>
    diskUsed(measured.dataDir).catch(() => null),
  )
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
  gauge(
    'bounce_mails_set_aside',
    'Messages in the mailbox for bounces that could not be read in the last 90 days, and are flagged there.',
    () => numberIn('(SELECT count(*) FROM app.set_aside_mails)'),
  )
  gauge('bounce_mailbox_failing', '1 while the mailbox for bounces cannot be read; the log and /readyz say why.', () =>
    Number(measured.bounceMailboxProblem() !== null),
  )
  const { readReplica } = measured
  gauge('read_replica_away', '1 while there is a read replica that cannot be used; /readyz says why.', () =>
    Number((readReplica?.problem() ?? null) !== null),
  )
  gauge(
    'read_replica_lag_seconds',
    'How far the read replica is behind the primary.',
    () => readReplica?.secondsBehind() ?? null,
  )
  gauge(
    'mail_reports_unknown_total',
    'Reports of the mail provider of a kind that says nothing to us; admins see the kinds under Email campaigns.',
    () => numberIn('(SELECT sum(count) FROM app.unknown_mail_reports)'),
  )
  gauge(
    'campaigns_over_limit',
    'Campaigns that ended in the last 7 days and of which more bounces or complaints were reported later than pause one.',
    measured.overLimit,
  )
  gauge(
    'backup_age_seconds',
    'Since the last whole backup with `npm run backup`; since the first start when there was none.',
    async () => {
      const taken = await measured.latestBackup()
      return taken === null
        ? numberIn('extract(epoch FROM now() - (SELECT min(migration_time) FROM app.knex_migrations))')
        : (Date.now() - taken.getTime()) / 1000
    },
  )
  gauge('campaign_sender_running', '1 while the thread that sends campaign mail runs.', () =>
    Number(measured.senderThread().isRunning),
  )
  gauge(
    'campaign_sender_deaths_total',
    'Threads that sent campaign mail and died, since the start of the process. Each was replaced.',
    () => measured.senderThread().deaths,
  )
  new Gauge({
    name: 'pg_pool_connections',
    help: 'Connections to PostgreSQL by state, and callers that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
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
