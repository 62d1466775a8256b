import { isPublic } from '../config/hosts.ts'
import { latestBackup } from '../kernel/backup/taken-backups.ts'
import { deletedStreamType } from '../kernel/eventlog/event-log.ts'
import type { createHttp } from '../kernel/http/server.ts'
import { watchForUnknownProxy } from '../kernel/http/unknown-proxy.ts'
import { countDropped, createRegistry } from '../kernel/monitoring/registry.ts'
import { createSystemMetrics } from '../kernel/monitoring/system-metrics.ts'
import type { SitePages } from '../pages/site-pages.ts'
import type { ReactorRunner } from '../reactors/reactor.ts'
import { countOverLimit } from '../read-model/email-campaigns.ts'
import { countSetAside, deletedStreams } from '../read-model/set-aside-events.ts'
import type { Traffic } from '../traffic/traffic.ts'
import type { Base } from './base.ts'
import type { Experiments } from './experiments.ts'
import type { Mailing } from './mailing.ts'
import { countMails, measureProduct } from './product-metrics.ts'
import { createReaderStates, createReadiness } from './readiness.ts'
import type { Reading } from './reading.ts'
import type { Sealing } from './sealing.ts'

const maxNamed = 10 // deleted streams

/** Seconds behind the log; null when no position is known. */
const longest = (lags: readonly (number | null)[]) => {
  const known = lags.filter((lag) => lag !== null)
  return known.length === 0 ? null : Math.max(...known)
}

/** Parts that tell operators how the parts are: the answer of `/readyz`, the metrics, and the figures kept every minute. */
export function createWatching({
  config,
  secrets,
  core,
  database: { pool, knex },
  http,
  isOpen,
  reading: { projector, replica },
  reactors,
  site,
  mailing,
  sealing,
  traffic,
  experiments: { pageVariations },
}: Pick<Base, 'config' | 'secrets' | 'core' | 'database'> & {
  http: ReturnType<typeof createHttp>
  /** True when the start is complete. */
  isOpen: () => boolean
  reading: Reading
  reactors: ReactorRunner
  site: SitePages | null
  mailing: Mailing
  sealing: Sealing
  traffic: Pick<Traffic, 'dropped'>
  experiments: Pick<Experiments, 'pageVariations'>
}) {
  const { bounceMailboxProblem } = mailing
  const { chainProblem: sealChainProblem } = sealing
  const states = createReaderStates({
    log: core.log,
    projector,
    reactors,
    setAside: () => countSetAside(knex),
    deletedStreams: () => deletedStreams(knex, { type: deletedStreamType, limit: maxNamed }),
  })
  const projections = async () => (await states())?.projections.projections ?? []
  const registry = createRegistry()
  countDropped(registry, {
    traffic: traffic.dropped,
    measurements: pageVariations.measurements.dropped,
    clicks: mailing.clickRecording.recordings.dropped,
    mail_reports: mailing.reportsSetAside,
  })
  const readiness = createReadiness({
    isOpen,
    states,
    site,
    writeProblem: core.writes.problem,
    sealChainProblem,
    bounceMailboxProblem,
    unknownProxy: watchForUnknownProxy(http, {
      trustProxy: config.trustProxy,
      isNear: (address) => !isPublic(address),
    }),
    readReplicaProblem: replica?.problem,
  })
  measureProduct(registry, {
    isReady: async () => (await readiness()).ready,
    async readers() {
      const found = await states()
      if (found === null) return null
      const { projections, reactions, setAsideEvents } = found
      return { ...projections, ...reactions, setAside: setAsideEvents }
    },
    overLimit: () => countOverLimit(knex),
    latestBackup: () => latestBackup({ pool, signingKey: secrets.backups }),
    sealsBehind: sealing.secondsBehind,
    sealChainProblem,
    bounceMailboxProblem,
    readReplica: replica,
    dataDir: config.dataDir,
    pool,
    mails: mailing.mail.counts,
    senderThread: mailing.emailCampaignSending.threadStatus,
  })
  const systemMetrics = createSystemMetrics({
    pool,
    counters: core.counters,
    isActive: () => projector.role === 'active',
    projectorLag: async () => longest((await projections()).map(({ lag }) => lag.seconds)),
    sealLag: sealing.secondsBehind,
    async figures() {
      const mails = await countMails(pool)
      return {
        mails_waiting: { value: mails?.waiting, fold: 'mean' },
        mails_given_up: { value: mails?.given_up, fold: 'max' },
      }
    },
    folder: config.dataDir,
  })
  return { registry, readiness, systemMetrics }
}

export type Watching = ReturnType<typeof createWatching>
