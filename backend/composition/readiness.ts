import { createLastAnswer } from '../kernel/concurrency/last-answer.ts'
import type { EventLog } from '../kernel/eventlog/event-log.ts'
import { logState } from '../kernel/eventlog/log-state.ts'
import type { Readiness } from '../kernel/http/health.ts'
import type { Projector } from '../kernel/projector/projector.ts'
import type { SitePages } from '../pages/site-pages.ts'
import type { ReactorRunner } from '../reactors/reactor.ts'

const timeout = 1000 // ms
const lateSentence = `The event log and the database did not answer within ${timeout / 1000} s.`

const freshFor = 1000 // ms

/**
 * The state of the log and of its readers, asked for at most once a second for all callers. The end of the log is read once.
 */
export function createReaderStates({
  log,
  projector,
  reactors,
  setAside,
  deletedStreams,
}: {
  log: Pick<EventLog, 'head'>
  projector: Pick<Projector, 'status'>
  reactors: Pick<ReactorRunner, 'status'>
  /** Number of events in our streams that cannot be read. */
  setAside: () => Promise<number>
  /** The first streams of ours that were deleted for good. */
  deletedStreams: () => Promise<string[]>
}) {
  const ask = async () => {
    const end = log.head()
    const readEnd = () => end
    // One after another: on a small pool, five at once would keep requests waiting.
    const eventLog = await logState({ head: readEnd })
    const projections = await projector.status(readEnd)
    const reactions = await reactors.status(readEnd)
    return { projections, reactions, eventLog, setAsideEvents: await setAside(), deleted: await deletedStreams() }
  }
  // After a load the log may answer questions late while commands succeed.
  return createLastAnswer(ask, { limit: timeout, validFor: 15_000, freshFor })
}

export type ReaderStates = ReturnType<typeof createReaderStates>

/** The answer of `/readyz`: whether the start is complete, and the state of each part that responses depend on. */
export function createReadiness({
  isOpen,
  states,
  site,
  writeProblem,
  sealChainProblem,
  bounceMailboxProblem,
  unknownProxy,
  readReplicaProblem,
}: {
  /** True when the start is complete. */
  isOpen: () => boolean
  states: ReaderStates
  site: SitePages | null
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
  return async () => {
    // Until the start is complete there may be no tables, or no database; startup.ts reports problems.
    const found = isOpen() ? await states() : await states().catch(() => null)
    if (!isOpen() && !found) return { ready: false, checks: { started: false } }
    if (!found) return { ready: false, checks: { started: true, log: lateSentence } }
    const { projections, reactions, eventLog, setAsideEvents, deleted } = found
    const isProjected =
      projections.role !== 'halted' && projections.projections.every(({ stopped }) => stopped === null)
    return {
      ready: isOpen() && isProjected && eventLog === 'ok' && writeProblem() === null,
      checks: {
        started: isOpen(),
        log: eventLog,
        writes: writeProblem() ?? 'ok',
        setAsideEvents,
        deletedStreams: deleted,
        projector: projections,
        reactors: reactions,
        sealChain: sealChainProblem() ?? 'ok',
        bounceMailbox: bounceMailboxProblem() ?? 'ok',
        proxy: unknownProxy() ?? 'ok',
        readReplica: readReplicaProblem ? (readReplicaProblem() ?? 'ok') : 'none',
        pages: site?.refresher.status() ?? null,
      },
    }
  }
}
