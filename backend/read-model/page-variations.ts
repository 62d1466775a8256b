import type { Knex } from 'knex'
import type { PageVariation } from '../../contract/page-variations.ts'

type Config = PageVariation['config']

type VariationRow = {
  id: string
  genes: {
    headline: string
    issueFocus: string
    buttonColor: Config['buttonColor']
    layout: Config['layout']['hero']
  }
  generation: number
  /** 100 x fitness. */
  score: number
}

/** Every variation, by generation and place. */
export const pageVariationRows = (knex: Knex): Promise<VariationRow[]> =>
  knex('read.page_variations')
    .where('generation', '>', 0)
    .orderBy(['generation', 'place'])
    .select<VariationRow[]>('id', 'genes', 'generation', 'score')
