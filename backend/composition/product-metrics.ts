import type pg from 'pg'
import { Counter, Gauge, type Registry } from 'prom-client'
import { createLastAnswer } from '../kernel/concurrency/last-answer.ts'
import { countElsewhere } from '../kernel/monitoring/registry.ts'
import { diskUsed } from '../kernel/monitoring/system-metrics.ts'

type Lag = { events: number | null; seconds: number | null }

export type Measured = {
  isReady(): Promise<boolean>
  /** The readers of the log, and how many events in our streams cannot be read; null when that is unknown. */
  readers(): Promise<{
    projections: { name: string; lag: Lag; stopped: unknown }[]
    reactors: { name: string; lag: Lag; failing: unknown }[]
    setAside: number
  } | null>
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

const timeout = 1250 // ms, more than readiness takes before it gives its last answer

/** Null when it fails or takes too long. A question that is not answered yet is not asked again. */
function inTime<Value>(question: () => Promise<Value>): () => Promise<Value | null> {
  const ask = createLastAnswer(async () => ({ value: await question() }), { limit: timeout, validFor: 0 })
  return () =>
    ask().then(
      (answer) => answer?.value ?? null,
      () => null,
    )
}

const mailQueues = `
  SELECT 'campaign' AS queue, coalesce(sum(recipients - sent - failed - skipped), 0)::bigint AS length
    FROM app.campaign_queues WHERE status = 'sending'
  UNION ALL SELECT 'campaign paused', coalesce(sum(recipients - sent - failed - skipped), 0)::bigint
    FROM app.campaign_queues WHERE status = 'paused'
  UNION ALL SELECT 'campaign failed', coalesce(sum(failed), 0)::bigint
    FROM app.campaign_queues WHERE status IN ('sending', 'paused')
  UNION ALL SELECT 'welcome', count(*) FROM app.welcome_mails WHERE status = 'waiting'
  UNION ALL SELECT 'site', count(*) FROM app.unsent_mails WHERE state = 'waiting'
  UNION ALL SELECT 'site given up', count(*) FROM app.unsent_mails WHERE state = 'given_up'`

/** Number of mails that wait, whatever their kind, and how many mails of the site were given up. */
export async function countMails(pool: pg.Pool): Promise<{ waiting: number; given_up: number } | undefined> {
  const { rows } = await pool.query<{ waiting: number; given_up: number }>(
    `SELECT (SELECT count(*) FROM app.unsent_mails WHERE state = 'waiting')
         + (SELECT count(*) FROM app.welcome_mails WHERE status = 'waiting')
         + (SELECT coalesce(sum(recipients - sent - failed - skipped), 0)::bigint FROM app.campaign_queues
              WHERE status IN ('sending', 'paused')) AS waiting,
       (SELECT count(*) FROM app.unsent_mails WHERE state = 'given_up') AS given_up`,
  )
  return rows[0]
}

/** `age`: seconds since the first migration. */
type Tables = { queues: [string, number][]; setAsideMails: number; unknownReports: number; age: number }

async function readTables(pool: pg.Pool): Promise<Tables | null> {
  const { rows } = await pool.query<Tables>({
    name: 'metrics-tables',
    text: `SELECT (SELECT json_agg(json_build_array(queue, length)) FROM (${mailQueues}) AS mails) AS queues,
      (SELECT count(*) FROM app.set_aside_mails) AS "setAsideMails",
      (SELECT coalesce(sum(count), 0)::bigint FROM app.unknown_mail_reports) AS "unknownReports",
      (SELECT extract(epoch FROM now() - min(migration_time))::float8 FROM app.knex_migrations) AS age`,
  })
  return rows[0] ?? null
}

/**
 * Values that a scrape asks others for, one question after another, so that it takes one connection at most. What is not
 * known is null.
 */
function createFigures({ pool, ...measured }: Measured) {
  const isReady = inTime(measured.isReady)
  const readers = inTime(measured.readers)
  const sealsBehind = inTime(measured.sealsBehind)
  const tables = inTime(() => readTables(pool))
  const overLimit = inTime(measured.overLimit)
  const backup = inTime(async () => ({ taken: await measured.latestBackup() }))
  const disk = inTime(() => diskUsed(measured.dataDir))
  return async () => ({
    // First, while the scrape has no connection itself.
    connections: { used: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount },
    isReady: await isReady(),
    readers: await readers(),
    sealsBehind: await sealsBehind(),
    tables: await tables(),
    overLimit: await overLimit(),
    backup: await backup(),
    disk: await disk(),
  })
}

type Figures = Awaited<ReturnType<ReturnType<typeof createFigures>>>
type Lagging = { name: string; lag: Lag }

/**
 * The metrics that an operator is paged for. Each is computed only when a scraper reads it, and left out while its value is
 * not known. The first one asks for what all of them show.
 */
export function measureProduct(registry: Registry, measured: Measured): void {
  const registers = [registry]
  const ask = createFigures(measured)
  let figures: Figures | null = null

  const gauge = (name: string, help: string, read: (figures: Figures) => number | null | undefined) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        const value = figures && read(figures)
        if (typeof value === 'number') this.set(value)
        else this.remove()
      },
    })
  /** By label value. */
  const gauges = (
    name: string,
    help: string,
    label: string,
    read: (figures: Figures) => (readonly [string, number | null])[] | undefined,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers,
      collect() {
        this.reset()
        for (const [one, value] of (figures && read(figures)) ?? [])
          if (value !== null) this.set({ [label]: one }, value)
      },
    })

  new Gauge({
    name: 'pg_pool_connections',
    help: 'Connections to PostgreSQL by state, and callers that wait for one; without those of a scrape.',
    labelNames: ['state'],
    registers,
    async collect() {
      figures = await ask()
      for (const [state, count] of Object.entries(figures.connections)) this.set({ state }, count)
    },
  })
  gauge('app_ready', '1 when /readyz answers 200.', ({ isReady }) => Number(isReady ?? false))
  gauge(
    'event_log_set_aside_events',
    'Events in our streams that cannot be read, and that everything passes over.',
    ({ readers }) => readers?.setAside,
  )
  gauge('seals_behind_seconds', 'Age of the first event that no seal covers yet.', ({ sealsBehind }) => sealsBehind)
  gauge('seal_chain_broken', '1 when the seals do not match the log, so that nothing is sealed any more.', () =>
    Number(measured.sealChainProblem() !== null),
  )
  gauge('disk_used_ratio', 'Used part of the disk that holds DATA_DIR, 0 to 1.', ({ disk }) => disk)
  const lagsOf = (kind: string, read: (figures: Figures) => (Lagging & { stopped: unknown })[] | undefined) => {
    const each = (name: string, help: string, value: (reader: Lagging & { stopped: unknown }) => number | null) =>
      gauges(`${kind}_${name}`, help, kind, (found) => read(found)?.map((reader) => [reader.name, value(reader)]))
    each('lag_events', `Events that the ${kind} has not handled yet.`, ({ lag }) => lag.events)
    each('lag_seconds', `Age of the first event that the ${kind} has not handled yet.`, ({ lag }) => lag.seconds)
    each('stopped', `1 when the ${kind} cannot handle an event.`, ({ stopped }) => Number(stopped !== null))
  }
  lagsOf('projection', ({ readers }) => readers?.projections)
  lagsOf('reactor', ({ readers }) => readers?.reactors.map((reactor) => ({ ...reactor, stopped: reactor.failing })))
  countElsewhere(
    registry,
    {
      name: 'mails_total',
      help: 'Mails of the site, without campaign mail, since the start of the process.',
      label: 'outcome',
    },
    { sent: () => measured.mails.sent, failed: () => measured.mails.failed },
  )
  gauges(
    'mail_queue_length',
    'Mails that wait to be sent, mails of the site that were given up, and campaign mails that failed, of lists that are not finished.',
    'queue',
    ({ tables }) => tables?.queues,
  )
  gauge(
    'bounce_mails_set_aside',
    'Messages in the mailbox for bounces that could not be read in the last 90 days, and are flagged there.',
    ({ tables }) => tables?.setAsideMails,
  )
  gauge('bounce_mailbox_failing', '1 while the mailbox for bounces cannot be read; the log and /readyz say why.', () =>
    Number(measured.bounceMailboxProblem() !== null),
  )
  const { readReplica } = measured
  gauge('read_replica_away', '1 while there is a read replica that cannot be used; /readyz says why.', () =>
    Number((readReplica?.problem() ?? null) !== null),
  )
  gauge('read_replica_lag_seconds', 'How far the read replica is behind the primary.', () =>
    readReplica?.secondsBehind(),
  )
  gauge(
    'mail_reports_unknown',
    'Reports of the mail provider of a kind that says nothing to us; admins see the kinds under Email campaigns.',
    ({ tables }) => tables?.unknownReports,
  )
  gauge(
    'campaigns_over_limit',
    'Campaigns that ended in the last 7 days and of which more bounces or complaints were reported later than pause one.',
    ({ overLimit }) => overLimit,
  )
  gauge(
    'backup_age_seconds',
    'Since the last whole backup with `npm run backup`; since the first start when there was none.',
    ({ backup, tables }) => (backup?.taken ? (Date.now() - backup.taken.getTime()) / 1000 : backup && tables?.age),
  )
  gauge('campaign_sender_running', '1 while the thread that sends campaign mail runs.', () =>
    Number(measured.senderThread().isRunning),
  )
  new Counter({
    name: 'campaign_sender_deaths_total',
    help: 'Threads that sent campaign mail and died, since the start of the process. Each was replaced.',
    registers,
    collect() {
      this.reset()
      this.inc(measured.senderThread().deaths)
    },
  })
}
