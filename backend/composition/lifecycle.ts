import type { SitePages } from '../pages/site-pages.ts'
import type { ReactorRunner } from '../reactors/reactor.ts'
import type { Traffic } from '../traffic/traffic.ts'
import type { Base } from './base.ts'
import type { Experiments } from './experiments.ts'
import type { Mailing } from './mailing.ts'
import type { Reading } from './reading.ts'
import type { Sealing } from './sealing.ts'
import { startTimers } from './timers.ts'
import type { Watching } from './watching.ts'

/** Starts and stops the parts, in the order of their dependencies. */
export function createLifecycle({
  core,
  database,
  logger,
  reading: { projector, readYourWrites, replica, past },
  reactors,
  experiments,
  mailing,
  sealing,
  traffic,
  site,
  watching: { systemMetrics },
  due,
  takeBackup,
  moderators,
  tracing,
}: Pick<Base, 'core' | 'database' | 'logger'> &
  Pick<Parameters<typeof startTimers>[0], 'due' | 'takeBackup'> & {
    reading: Reading
    reactors: ReactorRunner
    experiments: Experiments
    mailing: Mailing
    sealing: Sealing
    traffic: Pick<Traffic, 'start' | 'close'>
    site: SitePages | null
    watching: Watching
    moderators: { close(): Promise<void> }
    tracing: { close(): Promise<void> } | null
  }) {
  let isRunning = false
  let stopTimers = async () => {}
  return {
    /** Starts the background work; calling it again does nothing. */
    run(signal: AbortSignal) {
      if (isRunning) return
      isRunning = true
      projector.start()
      reactors.start()
      traffic.start()
      mailing.emailCampaignSending.start()
      void mailing.mailProblem().then((problem) => problem !== null && logger.error(problem))
      const isActive = () => projector.role === 'active'
      experiments.start(isActive)
      stopTimers = startTimers({
        core,
        database,
        due,
        mailing,
        experiments,
        systemMetrics,
        takeBackup,
        past,
        isActive,
        logger,
      })
      site?.refresher.start()
      void sealing.run(signal)
    },
    /** Call after the last response. */
    async closeParts() {
      readYourWrites.close()
      core.writes.close()
      await stopTimers()
      await past.close()
      await Promise.all([experiments.close(), mailing.clickRecording.recordings.close(), traffic.close()])
      await site?.refresher.stop()
      await mailing.emailCampaignSending.close()
      await Promise.all([projector.close(), reactors.close(), sealing.sealer.close()])
      await moderators.close()
      await mailing.close()
      await core.log.close()
      await replica?.close()
      await tracing?.close().catch((error: unknown) => logger.warn({ err: error }, 'The last traces were not sent.'))
    },
  }
}
