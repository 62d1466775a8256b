import { classes } from './classes.ts'
import { codeOf, largestOf, levelsOf } from './levels.ts'
import { kindCount } from './lexicon.ts'
import { channels, type Network, shape } from './network.ts'

const { size, filters, widths } = shape
const wordCount = size << shape.wordBits
const gramCount = size << shape.gramBits
const filterCounts = widths.map((width) => width * size * filters)
/** Tables and weights that are stored as 32-bit floats, in the order of the file. */
const plainCounts = [
  size * (kindCount + 1),
  size * 4,
  ...filterCounts,
  channels,
  channels * classes.length,
  classes.length,
]

/** Bytes of a network in the file: the largest values of the two big tables, their numbers of one byte each, all others of four. */
export const networkBytes = 8 + wordCount + gramCount + 4 * plainCounts.reduce((sum, count) => sum + count, 0)

export function encodeNetwork(network: Network): Uint8Array {
  const bytes = new Uint8Array(networkBytes)
  const view = new DataView(bytes.buffer)
  let at = 8
  for (const [place, table] of [network.words, network.grams].entries()) {
    const largest = Math.fround(largestOf(table))
    view.setFloat32(place * 4, largest, true)
    for (const value of table) bytes[at++] = codeOf(value, largest)
  }
  const { meanings, flags, filterBias, output, outputBias } = network
  for (const part of [meanings, flags, ...network.filters, filterBias, output, outputBias])
    for (const value of part) {
      view.setFloat32(at, value, true)
      at += 4
    }
  return bytes
}

/** `bytes` has a length of `networkBytes`. */
export function decodeNetwork(bytes: Uint8Array): Network {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 8
  const table = (place: number, length: number) => {
    const levels = levelsOf(view.getFloat32(place * 4, true))
    const values = new Float32Array(length)
    for (let one = 0; one < length; one++) values[one] = levels[bytes[at + one] ?? 0] ?? 0
    at += length
    return values
  }
  const words = table(0, wordCount)
  const grams = table(1, gramCount)
  const plain = (length: number) => {
    const values = Float64Array.from({ length }, (_, one) => view.getFloat32(at + one * 4, true))
    at += length * 4
    return values
  }
  const [meanings, flags] = [Float32Array.from(plain(size * (kindCount + 1))), Float32Array.from(plain(size * 4))]
  return {
    words,
    grams,
    meanings,
    flags,
    filters: filterCounts.map(plain),
    filterBias: plain(channels),
    output: plain(channels * classes.length),
    outputBias: plain(classes.length),
  }
}
