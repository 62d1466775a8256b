import type { EventLog } from '../eventlog/event-log.ts'
import { logState } from '../eventlog/log-state.ts'
import type { Readiness } from '../http/health.ts'
import type { SitePages } from '../pages/site-pages.ts'
import type { Projector } from '../projector/projector.ts'
import type { ReactorRunner } from '../reactors/reactor.ts'

/** What `/readyz` says: whether the start is through, and the state of each part that the answers depend on. */
export function createReadiness({
  isOpen,
  log,
  projector,
  reactors,
  site,
}: {
  /** Whether the start is through. */
  isOpen: () => boolean
  log: EventLog
  projector: Pick<Projector, 'status'>
  reactors: Pick<ReactorRunner, 'status'>
  site: SitePages | null
}): () => Promise<Readiness> {
  return async () => {
    const asked = Promise.all([projector.status(), reactors.status(), logState(log)])
    // Until the start is through there may be no tables, or no database; startup.ts reports what is wrong.
    const states = isOpen() ? await asked : await asked.catch(() => null)
    if (!states) return { ready: false, checks: { started: false } }
    const [status, reaction, eventLog] = states
    const isProjected = status.role !== 'halted' && status.projections.every(({ stopped }) => stopped === null)
    return {
      ready: isOpen() && isProjected && eventLog === 'ok',
      checks: {
        started: isOpen(),
        log: eventLog,
        projector: status,
        reactors: reaction,
        pages: site?.refresher.status() ?? null,
      },
    }
  }
}
