import { campaign, campaignName } from '../../contract/campaign.ts'
import { emailChangeRequests } from '../commands/auth/email.ts'
import { createFailedSignInReports } from '../commands/auth/failed-sign-ins.ts'
import { authCommands } from '../commands/auth/index.ts'
import { createSignIn } from '../commands/auth/sign-in.ts'
import type { ProviderTools } from '../commands/auth/tools.ts'
import type { Holds } from '../commands/held-rights.ts'
import { commands } from '../commands/index.ts'
import { createOriginOf } from '../commands/origins.ts'
import type { ErasureTools } from '../commands/users/erasures.ts'
import { createWordingOf, type ShownWordings } from '../commands/wordings.ts'
import type { Config } from '../config/config.ts'
import type { Core } from '../core.ts'
import { verifyEvolution } from '../experiments/evolution-verifier.ts'
import { replayFitness } from '../experiments/fitness-replay.ts'
import { createGeneticAnalytics } from '../experiments/genetic-analytics.ts'
import { exportMeasurements } from '../experiments/measurement-export.ts'
import { relyingPartyOf } from '../identity/relying-party.ts'
import type { Database } from '../kernel/database/connect.ts'
import type { Position } from '../kernel/eventlog/event-log.ts'
import type { SealVerifier } from '../kernel/eventlog/integrity/verify-now.ts'
import type { ConsoleReads } from '../kernel/http/console-reads.ts'
import type { StreamLimits } from '../kernel/http/file-stream.ts'
import type { WaitForProjection } from '../kernel/http/pending-position.ts'
import { isLocal } from '../kernel/http/proxied.ts'
import type { createHttp } from '../kernel/http/server.ts'
import { outboxPages } from '../mail/outbox-pages.ts'
import type { Moderators } from '../moderation/moderators.ts'
import type { createPhotos } from '../photos/index.ts'
import { photoPages } from '../photos/photo-pages.ts'
import { queries } from '../queries/index.ts'
import { createReportNetworks } from '../traffic/report-networks.ts'
import { createShortCodeVisits } from '../traffic/short-code-visits.ts'
import { createSourceValues } from '../traffic/source-values.ts'
import type { Traffic } from '../traffic/traffic.ts'
import type { Experiments } from './experiments.ts'
import type { Mailing } from './mailing.ts'
import type { Past } from './past.ts'

export type RouteOverrides = {
  /** Milliseconds a trial of a moderation policy may run. */
  trialTimeout?: number
  fileLimits?: StreamLimits
  signIn?(real: ProviderTools): ProviderTools
}

/** Registers every route of the API, each with the parts it needs. */
export async function registerRoutes(
  http: ReturnType<typeof createHttp>,
  {
    config,
    core,
    database,
    experiments: { pageVariations, evolving, viewBlocks },
    mailing: {
      mail,
      emailCampaignSending,
      trackedLinks,
      clickRecording,
      onReportSetAside,
      onUnknownReport,
      bounceMailboxProblem,
      mailProblem,
      unsubscribeLinks,
    },
    moderators,
    erasing,
    photos: { photos, ownPhotos },
    seals,
    traffic,
    publicUrl,
    waitForProjection,
    reached,
    reads,
    past,
    shownWordings,
    holds,
    overrides,
  }: {
    config: Config
    core: Core
    database: Database
    experiments: Experiments
    mailing: Mailing
    moderators: Moderators
    erasing: ErasureTools
    photos: ReturnType<typeof createPhotos>
    seals: SealVerifier
    traffic: Pick<Traffic, 'recordActivity'>
    publicUrl: () => string
    waitForProjection: WaitForProjection
    reached(position: Position): Promise<boolean>
    reads: ConsoleReads
    past: Past
    shownWordings: ShownWordings
    holds: Holds
    overrides: RouteOverrides
  },
): Promise<void> {
  const { knex } = database
  const { log, decode } = core
  const { google, facebook, isHttps } = config
  const originOf = createOriginOf({
    isHttps,
    wordingOf: createWordingOf({ knex, shown: shownWordings }),
    admit: createSourceValues(database).admit,
    viewOf: (request) => pageVariations.cookie.read(request)?.firstViewId ?? null,
  })
  const realSignIn = {
    ...core,
    originOf,
    knex,
    waitForProjection,
    reportFailedSignIn: createFailedSignInReports(core),
    accountMail: mail.accountMail,
    siteName: campaignName,
    relyingParty: relyingPartyOf({ name: campaignName, publicUrl: config.publicUrl }),
    google,
    facebook,
    isHttps,
    publicUrl,
  }
  const signInTools = overrides.signIn?.(realSignIn) ?? realSignIn
  const signInFlow = createSignIn(signInTools)
  await http.register(authCommands, { tools: signInTools, signInFlow })
  await http.register(commands, {
    ...core,
    originOf,
    erasing,
    knex,
    reads,
    seals,
    fileLimits: overrides.fileLimits,
    waitForProjection,
    reached,
    pageVariations,
    trackedLinks,
    clickRecording,
    publicUrl,
    evolving,
    async verifyEvolution() {
      await viewBlocks.write()
      return verifyEvolution({ log, decode })
    },
    async *measurementFile(asked) {
      await viewBlocks.write()
      yield* exportMeasurements({ log, decode }, asked)
    },
    async replay(request, until) {
      await viewBlocks.write()
      return replayFitness({ log, decode }, request, { until })
    },
    recordActivity: traffic.recordActivity,
    countShortCodeVisit: createShortCodeVisits(database.pool, campaign.timeZone),
    reportNetworks: createReportNetworks({ database, hash: core.subjects.emailHash }),
    moderators,
    screen: moderators.screen,
    trialTimeout: overrides.trialTimeout,
    photos: ownPhotos,
    accountMail: signInTools.accountMail,
    mailEventsSecret: config.mailEventsSecret,
    onReportSetAside,
    onUnknownReport,
    requestEmailChange: emailChangeRequests(signInTools, signInFlow),
    emailCampaignSending,
    unsubscribeLinks,
    mailProblem,
    holds,
  })
  await http.register(queries, {
    knex,
    reads,
    past,
    subjects: core.subjects,
    unsubscribeTokens: core.unsubscribeTokens,
    seals,
    publicUrl,
    moderators,
    hasPhotos: config.hasPhotos,
    geneticAnalytics: createGeneticAnalytics({ knex, every: config.evolveEvery }),
    previewOf: pageVariations.previewOf,
    bounceMailboxProblem,
    formatTime: mail.formatTime,
  })
  await http.register(photoPages, { photos })
  if (config.hasOutboxPages && mail.outbox) await http.register(outboxPages, { outbox: mail.outbox, isLocal })
}
