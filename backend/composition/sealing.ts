import { setTimeout as delay } from 'node:timers/promises'
import type { SealKey } from '../config/load-seal-key.ts'
import { sealChainAlarms, sealChainStream } from '../domain/seal-chain-alarms.ts'
import { systemContext } from '../kernel/eventlog/command-context.ts'
import { LogCorrupted } from '../kernel/eventlog/event-log.ts'
import { createSealer } from '../kernel/eventlog/integrity/sealer.ts'
import { createSealVerifier } from '../kernel/eventlog/integrity/verify-now.ts'
import { secondsBehind } from '../kernel/eventlog/lag.ts'
import type { Base } from './base.ts'

const retryAfter = 60_000 // ms

/** The sealer, the check of the whole log by admins, and the alarm when the chain breaks. */
export function createSealing({
  config,
  core: { log, handle },
  database: { pool },
  logger,
  sealKey,
}: Omit<Base, 'secrets'> & { sealKey: SealKey }) {
  let broken: string | null = null

  /** Writes an event only if the state of the chain has changed since the last one. */
  const record = (finding: string | null) =>
    handle(sealChainAlarms, sealChainStream, { type: 'CheckSealChain', data: { finding } }, systemContext())

  const sealer = createSealer({
    log,
    pool,
    folder: config.dataDir,
    ...sealKey,
    onError: (error) => logger.warn({ err: error }, 'The log could not be sealed; the next run tries again.'),
    onChecked: () =>
      void record(null).catch((error) => logger.warn({ err: error }, 'The state of the seals was not recorded.')),
  })
  const seals = createSealVerifier({ log, pool, folder: config.dataDir, keys: sealKey })

  async function raiseAlarm(finding: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      try {
        await record(finding)
        return
      } catch (error) {
        logger.error({ err: error }, 'The alarm about the seals was not recorded; it is tried again.')
        await delay(retryAfter, undefined, { signal })
      }
    }
  }

  return {
    sealer,
    seals,
    /** One sentence about where the seals and the log differ, as this process found it; null: nowhere. */
    chainProblem: () => broken,
    /** Age of the first event that is not sealed yet; null when the log cannot be read. */
    secondsBehind: async () => secondsBehind(log, (await seals.newest())?.upTo ?? null, Date.now()),
    /** Seals until the signal aborts, or until the chain turns out to be broken. */
    async run(signal: AbortSignal): Promise<void> {
      try {
        await sealer.run(signal)
      } catch (error) {
        if (signal.aborted) return
        logger.fatal({ err: error }, 'The log is no longer sealed: run `npm run verify`.')
        if (!(error instanceof LogCorrupted)) return
        broken = error.message
        await raiseAlarm(error.message, signal).catch(() => {}) // stopped
      }
    },
  }
}

export type Sealing = ReturnType<typeof createSealing>
