import { createRandom, type Random } from './random.ts'

const reach = 5 // words to each side that count as company
const leastSeen = 5
const extra = 8 // columns beyond the wanted ones, which make the factors of a random start exact enough
const rounds = 4

/** Rows of a sparse symmetric matrix: row r has the columns and values from starts[r] to starts[r + 1]. */
type Sparse = { size: number; starts: Uint32Array; columns: Uint32Array; values: Float32Array }

/**
 * Vectors of `size` numbers, length 1, for each word seen five times and more: near to each other when the words keep
 * the same company. Positive pointwise mutual information, context distribution smoothed by 0.75 (Levy et al. 2015),
 * factored by a randomised singular value decomposition (Halko et al. 2011). Needs no labels.
 */
export function wordVectors(
  posts: readonly (readonly string[])[],
  size: number,
  seed: number,
): Map<string, Float32Array> {
  const counts = new Map<string, number>()
  for (const words of posts) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const usual = [...counts]
    .filter(([, count]) => count >= leastSeen)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  const places = new Map(usual.map(([word], place): [string, number] => [word, place]))
  if (places.size <= size + extra) return new Map()
  const matrix = information(companyOf(posts, places))
  const factors = leadingFactors(matrix, size, createRandom(seed))
  const vectors = new Map<string, Float32Array>()
  for (const [word, place] of places) {
    const vector = new Float32Array(size)
    let length = 1e-12
    for (let one = 0; one < size; one++) {
      vector[one] = factors[one * places.size + place] ?? 0
      length += (vector[one] ?? 0) ** 2
    }
    vectors.set(
      word,
      vector.map((value) => value / Math.sqrt(length)),
    )
  }
  return vectors
}

/** How often two words stand within five words of each other; nearer counts more. */
function companyOf(posts: readonly (readonly string[])[], places: ReadonlyMap<string, number>): Map<number, number>[] {
  const rows = Array.from({ length: places.size }, () => new Map<number, number>())
  for (const words of posts) {
    const at = words.map((word) => places.get(word) ?? -1)
    for (let one = 0; one < at.length; one++) {
      const first = at[one] ?? -1
      if (first < 0) continue
      for (let two = one + 1; two <= Math.min(at.length - 1, one + reach); two++) {
        const second = at[two] ?? -1
        if (second < 0) continue
        const share = 1 / (two - one)
        for (const [row, column] of [
          [first, second],
          [second, first],
        ] as const)
          rows[row]?.set(column, (rows[row]?.get(column) ?? 0) + share)
      }
    }
  }
  return rows
}

function information(rows: readonly ReadonlyMap<number, number>[]): Sparse {
  const sums = rows.map((row) => row.values().reduce((sum, value) => sum + value, 0))
  const smoothed = sums.map((sum) => sum ** 0.75)
  const total = smoothed.reduce((sum, value) => sum + value, 0)
  const starts = new Uint32Array(rows.length + 1)
  const [columns, values]: [number[], number[]] = [[], []]
  rows.forEach((row, place) => {
    for (const [column, value] of row) {
      const gain = Math.log((value * total) / ((sums[place] ?? 1) * (smoothed[column] ?? 1)))
      if (gain <= 0) continue
      columns.push(column)
      values.push(gain)
    }
    starts[place + 1] = columns.length
  })
  return { size: rows.length, starts, columns: Uint32Array.from(columns), values: Float32Array.from(values) }
}

/** The `size` strongest left factors, each times the root of its strength, one after the other. */
function leadingFactors(matrix: Sparse, size: number, random: Random): Float64Array {
  const width = size + extra
  let basis = Float64Array.from({ length: width * matrix.size }, () => random() + random() + random() - 1.5)
  for (let round = 0; round < rounds; round++) basis = orthonormal(product(matrix, basis, width), matrix.size, width)
  // Within the basis the matrix is small: its strengths are the lengths of what it makes of each rotated column.
  const image = product(matrix, basis, width)
  const small = Float64Array.from({ length: width * width }, (_, at) =>
    dot(image, Math.floor(at / width) * matrix.size, image, (at % width) * matrix.size, matrix.size),
  )
  const { values, vectors } = eigen(small, width)
  const order = [...values.keys()].sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0)).slice(0, size)
  const factors = new Float64Array(size * matrix.size)
  order.forEach((from, to) => {
    const strength = Math.sqrt(Math.max(0, values[from] ?? 0))
    for (let column = 0; column < width; column++) {
      const share = ((vectors[column * width + from] ?? 0) * Math.sqrt(strength)) / Math.max(strength, 1e-12)
      for (let row = 0; row < matrix.size; row++)
        factors[to * matrix.size + row] =
          (factors[to * matrix.size + row] ?? 0) + share * (image[column * matrix.size + row] ?? 0)
    }
  })
  return factors
}

/** The matrix times each of `width` columns. */
function product(
  { size, starts, columns, values }: Sparse,
  basis: Float64Array,
  width: number,
): Float64Array<ArrayBuffer> {
  const result = new Float64Array(width * size)
  for (let column = 0; column < width; column++) {
    const offset = column * size
    for (let row = 0; row < size; row++) {
      let sum = 0
      const end = starts[row + 1] ?? 0
      for (let at = starts[row] ?? 0; at < end; at++)
        sum += (values[at] ?? 0) * (basis[offset + (columns[at] ?? 0)] ?? 0)
      result[offset + row] = sum
    }
  }
  return result
}

const dot = (a: Float64Array, from: number, b: Float64Array, start: number, length: number) => {
  let sum = 0
  for (let at = 0; at < length; at++) sum += (a[from + at] ?? 0) * (b[start + at] ?? 0)
  return sum
}

/** Gram and Schmidt, twice for exactness. */
function orthonormal(columns: Float64Array<ArrayBuffer>, size: number, width: number): Float64Array<ArrayBuffer> {
  for (let one = 0; one < width; one++) {
    for (let pass = 0; pass < 2; pass++)
      for (let other = 0; other < one; other++) {
        const share = dot(columns, one * size, columns, other * size, size)
        for (let row = 0; row < size; row++)
          columns[one * size + row] = (columns[one * size + row] ?? 0) - share * (columns[other * size + row] ?? 0)
      }
    const length = Math.sqrt(dot(columns, one * size, columns, one * size, size)) || 1
    for (let row = 0; row < size; row++) columns[one * size + row] = (columns[one * size + row] ?? 0) / length
  }
  return columns
}

/** Eigenvalues, and eigenvectors as columns, of a small symmetric matrix, by Jacobi's rotations. */
function eigen(matrix: Float64Array, size: number): { values: Float64Array; vectors: Float64Array } {
  const a = Float64Array.from(matrix)
  const vectors = Float64Array.from({ length: size * size }, (_, at) => (at % (size + 1) === 0 ? 1 : 0))
  for (let sweep = 0; sweep < 30; sweep++)
    for (let p = 0; p < size; p++)
      for (let q = p + 1; q < size; q++) {
        const off = a[p * size + q] ?? 0
        if (Math.abs(off) < 1e-12) continue
        const theta = ((a[q * size + q] ?? 0) - (a[p * size + p] ?? 0)) / (2 * off)
        const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
        const c = 1 / Math.sqrt(t * t + 1)
        const s = t * c
        for (let k = 0; k < size; k++) rotate(a, k * size + p, k * size + q, c, s)
        for (let k = 0; k < size; k++) rotate(a, p * size + k, q * size + k, c, s)
        for (let k = 0; k < size; k++) rotate(vectors, k * size + p, k * size + q, c, s)
      }
  return { values: Float64Array.from({ length: size }, (_, at) => a[at * (size + 1)] ?? 0), vectors }
}

function rotate(values: Float64Array, p: number, q: number, c: number, s: number): void {
  const [x, y] = [values[p] ?? 0, values[q] ?? 0]
  values[p] = c * x - s * y
  values[q] = s * x + c * y
}
