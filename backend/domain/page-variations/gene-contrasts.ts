import { genes } from '../../../records/page-variations.ts'
import type { Gene } from './gene-pool.ts'
import type { Genome } from './page-genes.ts'

/** The alleles the model knows per gene, in a fixed order. */
export type ModelAlleles = { [G in Gene]: readonly string[] }

export type Contrasts = {
  /** One for the intercept, then the main effects, then the pairs. */
  count: number
  /** Variation of a coefficient around zero: standard deviation of its Gaussian prior. */
  priorSd: Float64Array
  of(genome: Genome): Float64Array
  /** The main effect of one allele against the average of its gene. */
  ofAllele(gene: Gene, allele: string): Float64Array
}

const priorSd = { intercept: 1, main: 0.1, pair: 0.05 }

/**
 * A page as numbers: orthonormal (Helmert) contrasts of each gene and their products for each pair of genes. For the
 * alleles that ship: 1 + 13 + 53 = 67.
 */
export function contrastsOf(alleles: ModelAlleles): Contrasts {
  const sizes = genes.map((gene) => Math.max(0, alleles[gene].length - 1))
  const tables = genes.map(
    (gene) => new Map(alleles[gene].map((id, index) => [id, helmert(index, alleles[gene].length)])),
  )
  const mains = sizes.reduce((sum, size) => sum + size, 0)
  let pairs = 0
  for (let a = 0; a < genes.length; a++)
    for (let b = a + 1; b < genes.length; b++) pairs += (sizes[a] ?? 0) * (sizes[b] ?? 0)
  const count = 1 + mains + pairs
  const sd = new Float64Array(count).fill(priorSd.pair)
  sd[0] = priorSd.intercept
  sd.fill(priorSd.main, 1, 1 + mains)
  const none = new Float64Array(0)

  return {
    count,
    priorSd: sd,
    of(genome) {
      const x = new Float64Array(count)
      x[0] = 1
      const rows = genes.map((gene, index) => tables[index]?.get(genome[gene]) ?? none)
      let place = 1
      for (const [index, row] of rows.entries()) {
        x.set(row, place)
        place += sizes[index] ?? 0
      }
      for (let a = 0; a < rows.length; a++)
        for (let b = a + 1; b < rows.length; b++)
          for (let i = 0; i < (sizes[a] ?? 0); i++)
            for (let j = 0; j < (sizes[b] ?? 0); j++) x[place++] = (rows[a]?.[i] ?? 0) * (rows[b]?.[j] ?? 0)
      return x
    },
    ofAllele(gene, allele) {
      const x = new Float64Array(count)
      const index = genes.indexOf(gene)
      const before = sizes.slice(0, index).reduce((sum, size) => sum + size, 0)
      x.set(tables[index]?.get(allele) ?? none, 1 + before)
      return x
    },
  }
}

/** Row `index` of the Helmert matrix: orthonormal columns, each orthogonal to the constant. */
function helmert(index: number, size: number): Float64Array {
  const row = new Float64Array(Math.max(0, size - 1))
  for (let column = 0; column < size - 1; column++) {
    const scale = Math.sqrt((column + 1) * (column + 2))
    if (index <= column) row[column] = 1 / scale
    else if (index === column + 1) row[column] = -(column + 1) / scale
  }
  return row
}
