import { createLastAnswer } from '../concurrency/last-answer.ts'
import type { EventLog } from '../eventlog/event-log.ts'
import { logState } from '../eventlog/log-state.ts'
import type { Readiness } from '../http/health.ts'
import type { SitePages } from '../pages/site-pages.ts'
import type { Projector } from '../projector/projector.ts'
import type { ReactorRunner } from '../reactors/reactor.ts'

const patience = 1000 // ms
const lateSentence = `The event log and the database did not answer within ${patience / 1000} s.`

/** The answer of `/readyz`: whether the start is complete, and the state of each part that responses depend on. */
export function createReadiness({
  isOpen,
  log,
  projector,
  reactors,
  site,
  setAside,
  writeProblem,
  sealChainProblem,
  bounceMailboxProblem,
  unknownProxy,
  readReplicaProblem,
}: {
  /** Whether the start is complete. */
  isOpen: () => boolean
  log: EventLog
  projector: Pick<Projector, 'status'>
  reactors: Pick<ReactorRunner, 'status'>
  site: SitePages | null
  /** How many events in our streams cannot be read. */
  setAside: () => Promise<number>
  /** One sentence while commands cannot be saved; null: they can, as far as is known. */
  writeProblem: () => string | null
  /** One sentence about where the seals and the log differ; null: nowhere. */
  sealChainProblem: () => string | null
  /** One sentence; null: the mailbox for bounces can be read, or there is none. */
  bounceMailboxProblem: () => string | null
  /** One sentence about a proxy that TRUST_PROXY does not name; null: none was seen. */
  unknownProxy: () => string | null
  /** One sentence; null: lists of the console are read from the replica. Undefined: there is none. */
  readReplicaProblem: (() => string | null) | undefined
}): () => Promise<Readiness> {
  // After a load the log may answer questions late while commands succeed.
  const ask = createLastAnswer(() => Promise.all([projector.status(), reactors.status(), logState(log), setAside()]), {
    limit: patience,
    validFor: 15_000,
  })
  return async () => {
    // Until the start is complete there may be no tables, or no database; startup.ts reports problems.
    const states = isOpen() ? await ask() : await ask().catch(() => null)
    if (!isOpen() && !states) return { ready: false, checks: { started: false } }
    if (!states) return { ready: false, checks: { started: true, log: lateSentence } }
    const [status, reaction, eventLog, setAsideEvents] = states
    const isProjected = status.role !== 'halted' && status.projections.every(({ stopped }) => stopped === null)
    return {
      ready: isOpen() && isProjected && eventLog === 'ok' && writeProblem() === null,
      checks: {
        started: isOpen(),
        log: eventLog,
        writes: writeProblem() ?? 'ok',
        setAsideEvents,
        projector: status,
        reactors: reaction,
        sealChain: sealChainProblem() ?? 'ok',
        bounceMailbox: bounceMailboxProblem() ?? 'ok',
        proxy: unknownProxy() ?? 'ok',
        readReplica: readReplicaProblem ? (readReplicaProblem() ?? 'ok') : 'none',
        pages: site?.refresher.status() ?? null,
      },
    }
  }
}
