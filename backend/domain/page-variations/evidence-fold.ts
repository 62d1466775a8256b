import type { Evidence } from './gene-model.ts'
import type { Genome } from './page-genes.ts'
import type { PagePauseEvent } from './page-pauses.ts'
import type { Fitness, PopulationEvent } from './page-variations.ts'
import type { PageViewEvent, ViewServing } from './page-views.ts'
import type { Snapshot } from './scoring.ts'

export type VariationEvent = PopulationEvent | PageViewEvent | PagePauseEvent

/** The evidence for decisions about page variations, at one position of the log. */
export type EvidenceState = Snapshot & {
  fitness: Fitness
  /** Scores from the newest scoring of this generation. */
  scored: { visitors: number; fitnessVersion: string; genePoolVersion: string } | null
}

/**
 * The same state as the read tables, folded from the log. It holds whole numbers only, so the order of additions does
 * not matter.
 */
export type EvidenceFold = {
  apply(event: VariationEvent, position: string): void
  /** Null before the first generation. The counts in it keep changing: use it before the next event is applied. */
  snapshot(): EvidenceState | null
}

type Page = { variationId: string; genome: Genome }

const nothing = { visitors: 0, donated: 0, volunteered: 0, visits: 0, time: 0 }

/** `start`: the state that the events follow, for example that of the read tables; null: an empty log. */
export function createEvidenceFold(start: EvidenceState | null = null): EvidenceFold {
  let position = start?.position ?? null
  let generation = start?.generation ?? 0
  let current = start?.current ?? []
  const known = new Map<string, Page>(start?.known.map((page) => [page.variationId, page]))
  let alleles = start?.alleles ?? []
  let genePoolVersion = start?.genePoolVersion ?? ''
  let fitness = start?.fitness ?? null
  let candidate = start?.candidate ?? null
  let scored = start?.scored ?? null
  const paused = new Set(start?.paused)
  const evidence = new Map<string, Evidence>(start?.evidence.map((row) => [keyOf(row), { ...row }]))

  function count(variationId: string, serving: ViewServing | null, add: (row: Evidence) => void) {
    if (serving === null || serving.day === null) return
    const key = keyOf({ generation: serving.generation, variationId, day: serving.day })
    const row = evidence.get(key) ?? {
      generation: serving.generation,
      variationId,
      day: serving.day,
      ...nothing,
    }
    add(row)
    evidence.set(key, row)
  }

  return {
    apply(event, at) {
      position = at
      switch (event.type) {
        case 'GenePoolChanged':
          alleles = event.data.alleles
          genePoolVersion = event.data.version
          break
        case 'FitnessChanged':
          fitness = event.data
          break
        case 'BotRuleChanged':
        case 'VariationServed':
          break
        case 'PopulationEvolved':
          generation = event.data.to
          current = event.data.variations.map(({ variationId, genome }) => ({ variationId, genome }))
          for (const page of current) if (!known.has(page.variationId)) known.set(page.variationId, page)
          if (event.data.scoring) candidate = event.data.scoring.candidate
          scored = event.data.scoring
          break
        case 'VariationsScored':
          if (event.data.generation !== generation) break
          candidate = event.data.candidate
          scored = event.data
          break
        case 'VariationPaused':
          paused.add(event.data.variationId)
          break
        case 'VariationResumed':
          paused.delete(event.data.variationId)
          break
        case 'VisitRecorded': {
          const { accepted, variationId, serving, scoredTime, donated, volunteered } = event.data
          if (!accepted) break
          count(variationId, serving, (row) => {
            row.visits++
            row.time += scoredTime
            if (!serving?.isFirst) return
            row.visitors++
            row.donated += Number(donated)
            row.volunteered += Number(volunteered)
          })
          break
        }
        case 'ConversionCredited': {
          const { isAfterVisit, variationId, serving, conversion } = event.data
          if (!isAfterVisit || !serving?.isFirst) break
          count(variationId, serving, (row) => {
            row[conversion]++
          })
        }
      }
    },
    snapshot() {
      if (generation === 0 || fitness === null) return null
      return {
        position,
        generation,
        current,
        known: [...known.values()],
        alleles,
        genePoolVersion,
        fitness,
        evidence: [...evidence.values()],
        candidate,
        // Sorted, as the read model lists them.
        paused: [...paused].sort(),
        scored,
      }
    },
  }
}

const keyOf = ({ generation, variationId, day }: Pick<Evidence, 'generation' | 'variationId' | 'day'>) =>
  `${generation} ${variationId} ${day}`

/** Decisions look at most this many events back; a busy site records fewer while it decides. */
const farthestBack = 10_000

/**
 * A fold that stays behind the log, because a decision refers to a position before its own. Events wait until a
 * decision asks for a position at or after theirs, or until no decision can refer to them any more.
 */
export function createDelayedFold(compare: (a: string, b: string) => number) {
  const fold = createEvidenceFold()
  let waiting: { event: VariationEvent; position: string }[] = []
  let reached: string | null = null

  function applyFirst(count: number) {
    for (const { event, position } of waiting.slice(0, count)) {
      fold.apply(event, position)
      reached = position
    }
    waiting = waiting.slice(count)
  }

  return {
    add(event: VariationEvent, position: string): void {
      waiting.push({ event, position })
      if (waiting.length >= 2 * farthestBack) applyFirst(farthestBack)
    },
    /** The state after the event at this position; 'passed' when the fold is already beyond it. */
    at(position: string): ReturnType<EvidenceFold['snapshot']> | 'passed' {
      if (reached !== null && compare(position, reached) < 0) return 'passed'
      const later = waiting.findIndex((one) => compare(one.position, position) > 0)
      applyFirst(later < 0 ? waiting.length : later)
      reached = position
      const snapshot = fold.snapshot()
      return snapshot && { ...snapshot, position }
    },
  }
}
