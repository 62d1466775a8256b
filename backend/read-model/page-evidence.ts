import type { Knex } from 'knex'
import type { AlleleRow } from './page-variations.ts'

type Counts = { visitors: number; donated: number; volunteered: number }
type Genome = { headline: string; issueFocus: string; buttonColor: string; layout: string }
type Page = { variationId: string; genome: Genome }

/** The state of the read model at one position of the log. */
export type EvidenceSnapshot = {
  position: string | null
  generation: number
  current: Page[]
  /** In the order of creation. */
  known: Page[]
  alleles: AlleleRow[]
  genePoolVersion: string
  fitness: { version: string; weights: { donation: number; volunteer: number; time: number }; timeCap: number }
  evidence: ({ generation: number; variationId: string; day: string; visits: number; time: number } & Counts)[]
  candidate: {
    variationId: string
    probabilityBest: number
    before: { own: Counts; others: Counts }
    freshVisitors: number
    freshOthers: number
    freshProbability: number | null
    status: 'confirming' | 'confirmed'
  } | null
  paused: string[]
  /** From the newest scoring of this generation. */
  scored: { visitors: number; fitnessVersion: string; genePoolVersion: string } | null
}

type Row = Omit<EvidenceSnapshot, 'current' | 'known' | 'evidence' | 'fitness'> & {
  currentIds: string[]
  known: Page[] | null
  evidence: EvidenceSnapshot['evidence'] | null
  fitness: EvidenceSnapshot['fitness'] | null
}

/**
 * In one statement, which sees rows and checkpoint of the same moment; null before the first generation. The projector
 * writes both in one transaction, so the position says exactly which events are in it.
 */
export async function evidenceSnapshot(knex: Knex): Promise<EvidenceSnapshot | null> {
  const { rows } = await knex.raw<{ rows: Row[] }>(
    `SELECT (SELECT position FROM app.checkpoints WHERE projection = 'page-variations') AS position,
       generation.generation, generation.variation_ids -> 'list' AS "currentIds",
       (SELECT json_agg(json_build_object('variationId', id, 'genome', genes) ORDER BY generation, place, id)
          FROM read.page_variations WHERE generation > 0) AS known,
       pool.alleles -> 'list' AS alleles, pool.version AS "genePoolVersion",
       (SELECT json_build_object('version', version, 'weights', weights, 'timeCap', time_cap)
          FROM read.fitness_rules ORDER BY number DESC LIMIT 1) AS fitness,
       (SELECT json_agg(json_build_object('generation', generation, 'variationId', variation_id, 'day', day,
          'visitors', visitors, 'donated', donated, 'volunteered', volunteered, 'visits', visits, 'time', time))
          FROM read.page_trials) AS evidence,
       (SELECT coalesce(json_agg(variation_id ORDER BY variation_id), '[]') FROM read.page_pauses WHERE is_paused) AS paused,
       (SELECT candidate FROM read.page_scorings ORDER BY generation DESC LIMIT 1) AS candidate,
       (SELECT json_build_object('visitors', visitors, 'fitnessVersion', fitness_version, 'genePoolVersion', gene_pool_version)
          FROM read.page_scorings AS scoring WHERE scoring.generation = generation.generation) AS scored
     FROM (SELECT * FROM read.page_generations ORDER BY generation DESC LIMIT 1) AS generation
       LEFT JOIN read.gene_pool AS pool ON pool.name = 'current'`,
  )
  const [row] = rows
  if (!row || row.fitness === null) return null
  const { currentIds, known, evidence, fitness, ...rest } = row
  const pages = new Map((known ?? []).map((page) => [page.variationId, page]))
  return {
    ...rest,
    fitness,
    known: known ?? [],
    current: currentIds.flatMap((id) => pages.get(id) ?? []),
    evidence: evidence ?? [],
  }
}
