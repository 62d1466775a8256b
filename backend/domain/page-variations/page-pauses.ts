import { type Decider, DomainError, type Fact } from '../../kernel/eventlog/decider.ts'
import { oddsOf } from './odds.ts'
import type { PageDraws } from './sample-ratio.ts'

/**
 * `errors`: its views come to a report more rarely than those of others, as when a script or a request fails.
 * `signups`: its visitors donate and volunteer at most half as often.
 */
export type PauseReason = 'errors' | 'signups'

export type Harm = { variationId: string; reason: PauseReason; odds: number }

export type PagePauseCommand = Fact<'PauseVariation', Harm> | Fact<'ResumeVariation', { variationId: string }>
export type PagePauseEvent =
  | Fact<'VariationPaused', Harm>
  /** By an admin, who has looked at it: it is never paused again without being asked. */
  | Fact<'VariationResumed', { variationId: string }>

export const pagePauseStream = (variationId: string) => `page-pause-${variationId}`

export const pagePauses: Decider<{ status: 'served' | 'paused' | 'resumed' }, PagePauseCommand, PagePauseEvent> = {
  initialState: { status: 'served' },
  decide(command, { status }) {
    switch (command.type) {
      case 'PauseVariation':
        return status === 'served' ? [{ type: 'VariationPaused', data: command.data }] : []
      case 'ResumeVariation':
        if (status === 'served') throw new DomainError('not_found', 'This page is not paused.')
        return status === 'resumed' ? [] : [{ type: 'VariationResumed', data: command.data }]
    }
  },
  evolve(_, { type }) {
    return { status: type === 'VariationPaused' ? 'paused' : 'resumed' }
  },
}

/** Chance pauses fewer than one page in this number, however often the odds are looked at. */
const oddsNeeded = 10_000
/** Unreported views or conversions, as multiples of those of the other pages. */
const ratios = { errors: [1.5, 2, 4], signups: [0.5, 0.25, 0.05] } as const

export type PageCounts = PageDraws & { conversions: number }

/** Of these pages, those that do harm, in the order of the rows. Each generation is compared within itself. */
export function harmIn(rows: readonly PageCounts[], pages: readonly string[]): Harm[] {
  return pages.flatMap((variationId) => {
    const trials = (count: (row: PageCounts) => number, successes: (row: PageCounts) => number) =>
      rows.map((row) => ({
        stratum: String(row.generation),
        isOwn: row.variationId === variationId,
        count: count(row),
        successes: successes(row),
      }))
    const odds = {
      errors: oddsOf(
        trials(
          ({ draws }) => draws,
          ({ draws, visitors }) => Math.max(0, draws - visitors),
        ),
        ratios.errors,
      ),
      signups: oddsOf(
        trials(
          ({ visitors }) => visitors,
          ({ conversions }) => conversions,
        ),
        ratios.signups,
      ),
    }
    const reason = (['errors', 'signups'] as const).find((one) => odds[one] >= oddsNeeded)
    return reason === undefined ? [] : [{ variationId, reason, odds: odds[reason] }]
  })
}
