import { classes } from './classes.ts'
import { spellingFeatures } from './features.ts'
import { mixed } from './hash.ts'
import type { Reading } from './reading.ts'

/** Length of a word's vector, rows of the tables (as powers of two), words that a filter spans, filters of each width. */
export const shape = { size: 48, wordBits: 15, gramBits: 14, widths: [1, 3, 5], filters: 64 } as const
export const channels = shape.widths.length * shape.filters
/** Empty rows before the first word and after the last, so that the widest filter fits at both ends. */
export const margin = 2

/**
 * A small convolutional network (Kim 2014): words become vectors, filters look for groups of one, three or five words,
 * and the highest activation of each filter counts. Unlike the hashed features it knows which words are alike.
 */
export type Network = {
  /** 2^wordBits rows of `size`. */
  words: Float32Array
  /** 2^gramBits rows of `size`: groups of letters, averaged over a word. */
  grams: Float32Array
  /** A row for each kind of meaning, the first for none. */
  meanings: Float32Array
  /** Four rows: plain, negated, quoted, both. */
  flags: Float32Array
  /** For each width its filters, `width * size` numbers each. */
  filters: readonly Float64Array[]
  filterBias: Float64Array
  /** `channels` numbers for each class. */
  output: Float64Array
  outputBias: Float64Array
}

export type NetworkInput = { word: number; grams: Uint16Array; meaning: number; flag: number }

const { size, filters, widths } = shape
const noGrams = new Uint16Array(0)

/** The table rows that make up a word's vector. */
export function networkInput(reading: Reading): NetworkInput {
  const { hash, meaning } = reading
  const found: number[] = []
  spellingFeatures(reading, (bucket) => found.push(bucket & ((1 << shape.gramBits) - 1)))
  return {
    word: mixed(hash) & ((1 << shape.wordBits) - 1),
    grams: found.length === 0 ? noGrams : Uint16Array.from(found),
    meaning: meaning + 1,
    flag: flagOf(reading),
  }
}

const flagOf = ({ isNegated, isQuoted }: Reading) => (isNegated ? 1 : 0) + (isQuoted ? 2 : 0)

/** Writes the vector of one word to `vectors` at `at`. */
export function writeVector(vectors: Float64Array, at: number, input: NetworkInput, network: Network): void {
  const { words, grams, meanings, flags } = network
  const share = 1 / Math.max(1, input.grams.length)
  for (let one = 0; one < size; one++)
    vectors[at + one] =
      (words[input.word * size + one] ?? 0) +
      (meanings[input.meaning * size + one] ?? 0) +
      (flags[input.flag * size + one] ?? 0)
  for (const gram of input.grams)
    for (let one = 0; one < size; one++)
      vectors[at + one] = (vectors[at + one] ?? 0) + share * (grams[gram * size + one] ?? 0)
}

/**
 * The activation of each filter centered on word `at`, never below 0, from vectors that change from step to step: for
 * training. `maxActivations` gives the same.
 */
export function writeActivations(
  activations: Float64Array,
  vectors: Float64Array,
  at: number,
  { filters: weights, filterBias }: Network,
): void {
  for (let kind = 0; kind < widths.length; kind++) {
    const width = widths[kind] ?? 1
    const weight = weights[kind]
    if (weight === undefined) return
    const length = width * size
    const start = (at + margin - (width >> 1)) * size
    // Two filters at a time with four sums each: each number is read once for both, and no sum waits for another.
    for (let filter = 0; filter < filters; filter += 2) {
      const row = filter * length
      const next = row + length
      const channel = kind * filters + filter
      let [a, b, c, d] = [filterBias[channel] ?? 0, 0, 0, 0]
      let [e, f, g, h] = [filterBias[channel + 1] ?? 0, 0, 0, 0]
      for (let one = 0; one < length; one += 4) {
        const from = start + one
        const w = vectors[from] ?? 0
        const x = vectors[from + 1] ?? 0
        const y = vectors[from + 2] ?? 0
        const z = vectors[from + 3] ?? 0
        a += (weight[row + one] ?? 0) * w
        b += (weight[row + one + 1] ?? 0) * x
        c += (weight[row + one + 2] ?? 0) * y
        d += (weight[row + one + 3] ?? 0) * z
        e += (weight[next + one] ?? 0) * w
        f += (weight[next + one + 1] ?? 0) * x
        g += (weight[next + one + 2] ?? 0) * y
        h += (weight[next + one + 3] ?? 0) * z
      }
      activations[channel] = Math.max(0, a + b + c + d)
      activations[channel + 1] = Math.max(0, e + f + g + h)
    }
  }
}

/** Log-odds per class, from the highest activations. */
export function writeOutput(logits: Float64Array, maxima: Float64Array, { output, outputBias }: Network): void {
  for (let one = 0; one < classes.length; one++) {
    let sum = outputBias[one] ?? 0
    for (let channel = 0; channel < channels; channel++)
      sum += (output[one * channels + channel] ?? 0) * (maxima[channel] ?? 0)
    logits[one] = sum
  }
}

/** The highest activation of each filter on the words from `from` to `to`, read together with their neighbors. */
export function maxActivations(readings: readonly Reading[], from: number, to: number, network: Network): Float64Array {
  const known = partsOf(network)
  const parts: Float64Array[] = []
  for (let at = from - margin; at < to + margin; at++) {
    const reading = readings[at]
    parts.push(reading === undefined ? padding : known(reading))
  }
  const activations = new Float64Array(channels)
  const maxima = new Float64Array(channels)
  for (let at = 0; at < to - from; at++) {
    activations.set(network.filterBias)
    for (const { kind, offset, slot } of slots) {
      const part = parts[at + margin + offset] ?? padding
      for (let filter = 0; filter < filters; filter++) {
        const channel = kind * filters + filter
        activations[channel] = (activations[channel] ?? 0) + (part[slot * filters + filter] ?? 0)
      }
    }
    maxInto(maxima, activations)
  }
  return maxima
}

/** Each width and each place in it: a word contributes to the filters once per slot. */
const slots = widths
  .flatMap((width, kind) =>
    Array.from({ length: width }, (_, place) => ({ kind, place, offset: place - (width >> 1) })),
  )
  .map((one, slot) => ({ ...one, slot }))
const padding = new Float64Array(slots.length * filters)

type Remembered = { hash: number; meaning: number; part: Float64Array }
const remembered = new WeakMap<Network, Map<string, Remembered>[]>()
const maxRemembered = 2000 // words; 5 KB each
const maxRememberedLength = 12 // a longer key would be a view of the whole post, and keep that in memory

/**
 * A word’s contributions to each filter, cached across posts: an activation is the sum of its words’ contributions, and
 * most words occur in every post.
 */
function partsOf(network: Network): (reading: Reading) => Float64Array {
  let memory = remembered.get(network)
  if (memory === undefined || memory.reduce((sum, { size }) => sum + size, 0) > maxRemembered) {
    memory = Array.from({ length: 4 }, () => new Map())
    remembered.set(network, memory)
  }
  const words = memory
  return (reading) => {
    const { text, hash, meaning } = reading
    const ofFlag = words[flagOf(reading)]
    const same = ofFlag?.get(text)
    if (same !== undefined && same.hash === hash && same.meaning === meaning) return same.part
    const part = partOf(reading, network)
    if (text.length <= maxRememberedLength) ofFlag?.set(text, { hash, meaning, part })
    return part
  }
}

function partOf(reading: Reading, network: Network): Float64Array {
  const vector = new Float64Array(size)
  writeVector(vector, 0, networkInput(reading), network)
  const part = new Float64Array(padding.length)
  for (const { kind, place, slot } of slots) {
    const weight = network.filters[kind]
    const length = (widths[kind] ?? 1) * size
    if (weight === undefined) continue
    for (let filter = 0; filter < filters; filter++) {
      const row = filter * length + place * size
      let [a, b, c, d] = [0, 0, 0, 0]
      for (let one = 0; one < size; one += 4) {
        a += (weight[row + one] ?? 0) * (vector[one] ?? 0)
        b += (weight[row + one + 1] ?? 0) * (vector[one + 1] ?? 0)
        c += (weight[row + one + 2] ?? 0) * (vector[one + 2] ?? 0)
        d += (weight[row + one + 3] ?? 0) * (vector[one + 3] ?? 0)
      }
      part[slot * filters + filter] = a + b + c + d
    }
  }
  return part
}

/** Raises each number to the other one where that is higher. */
export function maxInto(maxima: Float64Array, others: Float64Array): void {
  for (let channel = 0; channel < channels; channel++)
    if ((others[channel] ?? 0) > (maxima[channel] ?? 0)) maxima[channel] = others[channel] ?? 0
}
