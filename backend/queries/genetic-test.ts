import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { readFitnessRules } from '../../contract/fitness-replay.ts'
import { readGenePool } from '../../contract/gene-pool.ts'
import { type GeneticAnalytics, readAnalytics } from '../../contract/genetic-analytics.ts'
import { type PageVariation, previewVariation } from '../../contract/page-variations.ts'
import type { ConsoleReads } from '../kernel/http/console-reads.ts'
import { signedIn } from '../kernel/http/guards.ts'
import { HttpProblem } from '../kernel/http/problem.ts'
import { route, staff } from '../kernel/http/route.ts'
import { fitnessRulesRow } from '../read-model/fitness-rules.ts'
import { genePoolRow } from '../read-model/gene-pool.ts'
import { rowsNamedFor } from '../read-model/staff-names.ts'

type GeneticTools = {
  knex: Knex
  reads: ConsoleReads
  geneticAnalytics: () => Promise<GeneticAnalytics>
  /** The content of a variation; null when it is unknown. */
  previewOf(id: string): Promise<Omit<PageVariation, 'viewId'> | null>
}

export async function geneticTestQueries(
  app: FastifyInstance,
  { knex, reads, geneticAnalytics, previewOf }: GeneticTools,
): Promise<void> {
  route(app, readAnalytics, staff('page-tests'), async ({ request }) => {
    const figures = await geneticAnalytics()
    return { ...figures, generations: rowsNamedFor(signedIn(request).rights, figures.generations) }
  })
  route(app, readGenePool, { ...staff('page-tests'), hasPast: true }, ({ request }) =>
    reads.item(request, ({ knex }) => genePoolRow(knex)),
  )
  route(app, readFitnessRules, staff('page-tests'), ({ request }) => fitnessRulesRow(knex, signedIn(request).rights))
  route(app, previewVariation, staff('page-tests'), async ({ params }) => {
    const preview = await previewOf(params.id)
    if (preview) return preview
    throw new HttpProblem(404, 'This page variation is not known.')
  })
}
