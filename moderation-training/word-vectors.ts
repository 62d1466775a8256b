import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const shipped = join(import.meta.dirname, 'word-vectors.bin')
const mark = 'WORD-VECTORS 1'

/** A vector of length 1 for each word; common words first. */
export type WordVectors = ReadonlyMap<string, Float32Array>

/**
 * Word vectors, close to each other when the words appear in the same company in print. The network starts from them, so
 * that it knows words that no post uses. From GloVe 6B (Pennington et al. 2014, Public Domain Dedication and License),
 * reduced by `npm run moderation:vectors`.
 */
export async function readWordVectors(file = shipped): Promise<WordVectors> {
  return decodeWordVectors(await readFile(file))
}

/** A line `mark size`, a line of words, then `size` numbers of one byte for each word; only their direction counts. */
export function encodeWordVectors(vectors: WordVectors): Uint8Array {
  const size = sizeOf(vectors)
  const head = new TextEncoder().encode(`${mark} ${size}\n${[...vectors.keys()].join(' ')}\n`)
  const bytes = new Uint8Array(head.length + vectors.size * size)
  bytes.set(head)
  const numbers = new Int8Array(bytes.buffer, head.length)
  let at = 0
  for (const vector of vectors.values()) {
    const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-12)
    for (const value of vector) numbers[at++] = Math.round((value / largest) * 127)
  }
  return bytes
}

/** Throws a TypeError for anything else. */
export function decodeWordVectors(bytes: Uint8Array): WordVectors {
  const firstEnd = bytes.indexOf(10)
  const secondEnd = bytes.indexOf(10, firstEnd + 1)
  const text = new TextDecoder().decode(bytes.subarray(0, Math.max(0, secondEnd)))
  const [first = '', words = ''] = text.split('\n')
  const size = Number(first.startsWith(`${mark} `) ? first.slice(mark.length) : Number.NaN)
  const all = words.split(' ')
  if (!Number.isInteger(size) || size < 1 || bytes.length !== secondEnd + 1 + all.length * size)
    throw new TypeError('This is not a word vector file: make one with npm run moderation:vectors.')
  const numbers = new Int8Array(bytes.buffer, bytes.byteOffset + secondEnd + 1, all.length * size)
  return new Map(
    all.map((word, at) => [word, ofLengthOne(Float32Array.from(numbers.slice(at * size, (at + 1) * size)))]),
  )
}

/** Principal component analysis: projected onto the `size` strongest axes, so that words stay as close as they can. */
export function reduced(vectors: WordVectors, size: number): WordVectors {
  const from = sizeOf(vectors)
  const mean = new Float64Array(from)
  for (const vector of vectors.values())
    for (let at = 0; at < from; at++) mean[at] = (mean[at] ?? 0) + (vector[at] ?? 0) / vectors.size
  const rows = [...vectors].map(([word, vector]) => ({
    word,
    row: ofLengthOne(vector.map((value, at) => value - (mean[at] ?? 0))),
  }))
  const matrix = new Float64Array(from * from)
  for (const { row } of rows)
    for (let a = 0; a < from; a++)
      for (let b = 0; b < from; b++) matrix[a * from + b] = (matrix[a * from + b] ?? 0) + (row[a] ?? 0) * (row[b] ?? 0)
  const axes = strongestAxes(matrix, from, size)
  return new Map(
    rows.map(({ word, row }) => [
      word,
      ofLengthOne(Float32Array.from(axes, (axis) => row.reduce((sum, value, at) => sum + value * (axis[at] ?? 0), 0))),
    ]),
  )
}

const sizeOf = (vectors: WordVectors) => vectors.values().next().value?.length ?? 0

function ofLengthOne(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) || 1
  return vector.map((value) => value / length)
}

/** Eigenvectors of a symmetric matrix by Jacobi rotations, those with the largest eigenvalues first. */
function strongestAxes(matrix: Float64Array, size: number, count: number): Float64Array[] {
  const a = Float64Array.from(matrix)
  const vectors = Float64Array.from({ length: size * size }, (_, at) => (at % (size + 1) === 0 ? 1 : 0))
  const scale = a.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  for (let sweep = 0; sweep < 30; sweep++)
    for (let p = 0; p < size; p++)
      for (let q = p + 1; q < size; q++) {
        const off = a[p * size + q] ?? 0
        if (Math.abs(off) <= scale * 1e-13) continue
        const theta = ((a[q * size + q] ?? 0) - (a[p * size + p] ?? 0)) / (2 * off)
        const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
        const c = 1 / Math.sqrt(t * t + 1)
        const s = t * c
        for (let k = 0; k < size; k++) rotate(a, k * size + p, k * size + q, c, s)
        for (let k = 0; k < size; k++) rotate(a, p * size + k, q * size + k, c, s)
        for (let k = 0; k < size; k++) rotate(vectors, k * size + p, k * size + q, c, s)
      }
  return [...Array(size).keys()]
    .sort((p, q) => (a[q * (size + 1)] ?? 0) - (a[p * (size + 1)] ?? 0))
    .slice(0, count)
    .map((column) => Float64Array.from({ length: size }, (_, row) => vectors[row * size + column] ?? 0))
}

function rotate(values: Float64Array, p: number, q: number, c: number, s: number): void {
  const [x, y] = [values[p] ?? 0, values[q] ?? 0]
  values[p] = c * x - s * y
  values[q] = s * x + c * y
}
