import type { Knex } from 'knex'
import { harmIn, pagePauseStream, pagePauses } from '../domain/page-variations/page-pauses.ts'
import { systemContext } from '../kernel/eventlog/command-context.ts'
import type { Handle } from '../kernel/eventlog/handle.ts'
import { pageDraws } from '../read-model/genetic-analytics.ts'
import { evidenceSnapshot } from '../read-model/page-evidence.ts'

/**
 * Pauses pages of the current generation that keep visitors from what they came for. To be called after each decision of
 * the evolution; it writes only what changed.
 */
export function createPageGuard({ handle, knex }: { handle: Handle; knex: Knex }): () => Promise<void> {
  /** Decided in this process: the read model may not show it yet, and an admin may have resumed it. */
  const decided = new Set<string>()
  return async () => {
    const [rows, snapshot] = await Promise.all([pageDraws(knex), evidenceSnapshot(knex)])
    const pages = snapshot?.current.map(({ variationId }) => variationId).filter((id) => !decided.has(id)) ?? []
    for (const harm of harmIn(rows, pages)) {
      const command = { type: 'PauseVariation', data: harm } as const
      await handle(pagePauses, pagePauseStream(harm.variationId), command, systemContext())
      decided.add(harm.variationId)
    }
  }
}
