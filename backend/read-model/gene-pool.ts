import type { Knex } from 'knex'
import type { GenePool } from '../../contract/gene-pool.ts'
import { genes } from '../../records/page-variations.ts'
import type { AlleleRow } from './page-variations.ts'

type Row = { alleles: { list: AlleleRow[] }; changedAt: string }

/** Empty until the first start has recorded the shipped alleles. */
export async function genePoolRow(knex: Knex): Promise<GenePool> {
  const [row] = await knex('read.gene_pool')
    .where({ name: 'current' })
    .select<Row[]>({ alleles: 'alleles', changedAt: 'changed_at' })
  const [recorded] = await knex('read.page_variations').sum<{ visits: string | null }[]>({ visits: 'visits' })
  const alleles = row?.alleles.list ?? []
  const approved = (gene: string) => alleles.filter((one) => one.gene === gene && one.status === 'approved').length
  const pages = genes.reduce((count, gene) => count * approved(gene), 1)
  return {
    isTesting: pages > 1,
    pages,
    recordedVisits: Number(recorded?.visits ?? 0),
    alleles,
    changedAt: row?.changedAt ?? null,
  }
}
