import type { Knex } from 'knex'

export type VariationRow = {
  id: string
  genes: { headline: string; issueFocus: string; buttonColor: string; layout: string }
  /** The one it was created in. */
  generation: number
  /** 100 x fitness. */
  score: number
}

export type AlleleRow = {
  id: string
  gene: 'headline' | 'issueFocus' | 'buttonColor' | 'layout'
  text: string
  description: string | null
  status: 'proposed' | 'approved' | 'retired'
  isBuilt: boolean
  replaces: string | null
}

type Offer = { variationId: string; probability: number }

/** Pages served now; null before the first generation. */
export type ServedPopulation = {
  /** Position of the last event in it. */
  position: string | null
  generation: number
  /** Every variation, by generation and place. */
  variations: VariationRow[]
  currentIds: string[]
  alleles: AlleleRow[]
  pausedIds: string[]
  genePoolVersion: string
  fitnessVersion: string
  /** Null before the first scoring of this generation. */
  serving: { policyVersion: string; snapshotHash: string; offers: Offer[] } | null
}

type ServedRow = {
  position: string | null
  generation: number
  current: string[]
  variations: VariationRow[] | null
  alleles: AlleleRow[] | null
  paused: string[]
  pool: string | null
  fitness: string | null
  serving: ServedPopulation['serving']
}

/** In one statement, so that everything is from the same moment. */
export async function servedPopulation(knex: Knex): Promise<ServedPopulation | null> {
  const { rows } = await knex.raw<{ rows: ServedRow[] }>(
    `SELECT (SELECT position FROM app.checkpoints WHERE projection = 'page-variations') AS position,
       generation.generation, generation.variation_ids -> 'list' AS current,
       (SELECT json_agg(json_build_object('id', id, 'genes', genes, 'generation', generation, 'score', score)
          ORDER BY generation, place, id) FROM read.page_variations WHERE generation > 0) AS variations,
       (SELECT coalesce(json_agg(variation_id), '[]') FROM read.page_pauses WHERE is_paused) AS paused,
       pool.alleles -> 'list' AS alleles, pool.version AS pool,
       (SELECT version FROM read.fitness_rules ORDER BY number DESC LIMIT 1) AS fitness,
       (SELECT json_build_object('policyVersion', policy_version, 'snapshotHash', snapshot_hash, 'offers', offers -> 'list')
          FROM read.page_scorings AS scoring WHERE scoring.generation = generation.generation) AS serving
     FROM (SELECT * FROM read.page_generations ORDER BY generation DESC LIMIT 1) AS generation
       LEFT JOIN read.gene_pool AS pool ON pool.name = 'current'`,
  )
  const [row] = rows
  if (!row) return null
  return {
    position: row.position,
    generation: row.generation,
    variations: row.variations ?? [],
    currentIds: row.current,
    alleles: row.alleles ?? [],
    pausedIds: row.paused,
    genePoolVersion: row.pool ?? '',
    fitnessVersion: row.fitness ?? '',
    serving: row.serving,
  }
}
