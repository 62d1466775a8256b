import { classes } from '../backend/moderation/classes.ts'
import { kindCount } from '../backend/moderation/lexicon.ts'
import {
  channels,
  margin,
  type Network,
  type NetworkInput,
  networkInput,
  shape,
  writeAnswers,
  writeOutput,
  writeVector,
} from '../backend/moderation/network.ts'
import type { Vocabulary } from '../backend/moderation/plain-words.ts'
import { type Reading, readPost } from '../backend/moderation/reading.ts'
import { dense, rows } from './adam.ts'
import { createRandom, type Random, shuffled } from './random.ts'
import { slopesOf, type Target } from './slopes.ts'
import type { WordVectors } from './word-vectors.ts'

export type NetworkSettings = { epochs: number; batch: number; rate: number; smoothing: number; seed: number }

export const usualNetworkSettings: NetworkSettings = { epochs: 3, batch: 64, rate: 0.002, smoothing: 0.03, seed: 1 }

const { size, filters, widths } = shape
const mostWords = 64 // of a post; more of them teach little and cost as much
const dropped = { word: 0.05, number: 0.2, answer: 0.3 } // Srivastava et al. 2014
const vectorScale = 2

/** Fits the network to posts by Adam. It starts from the word vectors, those of words that no post has included. */
export function fitNetwork(
  posts: readonly ({ text: string } & Target)[],
  vocabulary: Vocabulary,
  vectors: WordVectors,
  { epochs, batch, rate, smoothing, seed }: NetworkSettings,
  onStep: (done: number, total: number) => void,
): Network {
  const random = createRandom(seed)
  const network = untaught(random)
  const start = startFrom(vectors, network)
  const inputs = inputsOf(posts, vocabulary, (reading, input) => start(reading, input, true))
  for (const word of vectors.keys()) {
    const { readings } = readPost(word, vocabulary)
    if (readings.length === 1) for (const reading of readings) start(reading, networkInput(reading), false)
  }
  const learner = {
    words: rows(network.words, size),
    grams: rows(network.grams, size),
    meanings: rows(network.meanings, size),
    flags: rows(network.flags, size),
    filters: network.filters.map(dense),
    filterBias: dense(network.filterBias),
    output: dense(network.output),
    outputBias: dense(network.outputBias),
  }
  const all = [learner.words, learner.grams, learner.meanings, learner.flags, ...learner.filters]
  const parts = [...all, learner.filterBias, learner.output, learner.outputBias]
  const taught = new Float64Array((mostWords + 2 * margin) * size)
  const vectorSlopes = new Float64Array(taught.length)
  const kept = new Uint8Array(taught.length)
  const answers = new Float64Array(channels)
  const strongest = new Float64Array(channels)
  const strongestAt = new Int32Array(channels)
  const answerKept = new Uint8Array(channels)
  const logits = new Float64Array(classes.length)
  const slopes = new Float64Array(classes.length)
  const total = epochs * posts.length
  let done = 0
  let inBatch = 0
  for (let epoch = 0; epoch < epochs; epoch++)
    for (const place of shuffled(posts.length, random)) {
      const words = inputs[place]
      const target = posts[place]
      if (words !== undefined && words.length > 0 && target !== undefined) teach(words, target)
      done++
      if (++inBatch === batch || done === total) {
        const pace = rate * Math.max(0.02, 1 - done / total)
        for (const part of parts) part.step(pace, 1 / inBatch)
        inBatch = 0
      }
      if (done % 512 === 0) onStep(done, total)
    }
  onStep(total, total)
  return network

  function teach(words: readonly NetworkInput[], target: Target): void {
    const length = (words.length + 2 * margin) * size
    taught.fill(0, 0, length)
    vectorSlopes.fill(0, 0, length)
    const isForgotten = words.map(() => random() < dropped.word)
    words.forEach((input, at) => {
      const from = (at + margin) * size
      writeVector(taught, from, isForgotten[at] ? { ...input, word: noWord } : input, network)
      for (let one = from; one < from + size; one++) {
        kept[one] = random() < dropped.number ? 0 : 1
        taught[one] = kept[one] === 0 ? 0 : (taught[one] ?? 0) / (1 - dropped.number)
      }
    })
    strongest.fill(0)
    strongestAt.fill(-1)
    for (let at = 0; at < words.length; at++) {
      writeAnswers(answers, taught, at, network)
      for (let channel = 0; channel < channels; channel++)
        if ((answers[channel] ?? 0) > (strongest[channel] ?? 0)) {
          strongest[channel] = answers[channel] ?? 0
          strongestAt[channel] = at
        }
    }
    for (let channel = 0; channel < channels; channel++) {
      answerKept[channel] = random() < dropped.answer ? 0 : 1
      strongest[channel] = answerKept[channel] === 0 ? 0 : (strongest[channel] ?? 0) / (1 - dropped.answer)
    }
    writeOutput(logits, strongest, network)
    slopesOf(logits, target, smoothing, slopes)
    for (let one = 0; one < classes.length; one++) {
      const slope = slopes[one] ?? 0
      learner.outputBias.add(one, slope)
      for (let channel = 0; channel < channels; channel++)
        if (strongest[channel] !== 0) learner.output.add(one * channels + channel, slope * (strongest[channel] ?? 0))
    }
    for (let channel = 0; channel < channels; channel++) teachFilter(channel)
    words.forEach((input, at) => {
      const from = (at + margin) * size
      for (let one = from; one < from + size; one++)
        vectorSlopes[one] = kept[one] === 0 ? 0 : (vectorSlopes[one] ?? 0) / (1 - dropped.number)
      if (!isForgotten[at]) learner.words.add(input.word, vectorSlopes, from, 1)
      learner.meanings.add(input.meaning, vectorSlopes, from, 1)
      learner.flags.add(input.flag, vectorSlopes, from, 1)
      for (const gram of input.grams) learner.grams.add(gram, vectorSlopes, from, 1 / input.grams.length)
    })
  }

  /** Only the word with the strongest answer learns from it. */
  function teachFilter(channel: number): void {
    const at = strongestAt[channel] ?? -1
    if (at < 0 || answerKept[channel] === 0) return
    let slope = 0
    for (let one = 0; one < classes.length; one++)
      slope += (slopes[one] ?? 0) * (network.output[one * channels + channel] ?? 0)
    slope /= 1 - dropped.answer
    const kind = Math.floor(channel / filters)
    const width = widths[kind] ?? 1
    const length = width * size
    const row = (channel % filters) * length
    const start = (at + margin - (width >> 1)) * size
    const weights = network.filters[kind]
    const learned = learner.filters[kind]
    if (weights === undefined || learned === undefined) return
    learner.filterBias.add(channel, slope)
    for (let one = 0; one < length; one++) {
      learned.add(row + one, slope * (taught[start + one] ?? 0))
      vectorSlopes[start + one] = (vectorSlopes[start + one] ?? 0) + slope * (weights[row + one] ?? 0)
    }
  }
}

const noWord = 1 << shape.wordBits // a row beyond the table: nothing but the letters and the meaning is known

/** Small random numbers where a start is needed to tell rows apart, and 0 elsewhere. */
function untaught(random: Random): Network {
  const bell = (spread: number) => (random() + random() + random() + random() - 2) * Math.sqrt(3) * spread
  const even = (reach: number) => (random() * 2 - 1) * reach
  return {
    words: new Float32Array(size << shape.wordBits),
    grams: Float32Array.from({ length: size << shape.gramBits }, () => bell(0.1)),
    meanings: Float32Array.from({ length: size * (kindCount + 1) }, (_, at) => (at < size ? 0 : bell(0.1))),
    flags: Float32Array.from({ length: size * 4 }, () => bell(0.1)),
    filters: widths.map((width) =>
      Float64Array.from({ length: filters * width * size }, () => even(1 / Math.sqrt(width * size))),
    ),
    filterBias: new Float64Array(channels),
    output: Float64Array.from({ length: classes.length * channels }, () => even(1 / Math.sqrt(channels))),
    outputBias: new Float64Array(classes.length),
  }
}

/** Gives words their rows to start from. Where two share one, a word of the posts has it, and of those the more usual. */
function startFrom(vectors: WordVectors, { words }: Network) {
  const places = new Map([...vectors.keys()].map((word, place): [string, number] => [word, place]))
  const owners = new Map<number, number>()
  return ({ text }: Reading, { word }: NetworkInput, isOfPosts: boolean) => {
    const vector = vectors.get(text)
    const place = places.get(text)
    const owner = owners.get(word)
    if (vector === undefined || place === undefined) return
    if (owner !== undefined && (!isOfPosts || owner <= place)) return
    owners.set(word, place)
    for (let one = 0; one < size; one++) words[word * size + one] = (vector[one] ?? 0) * vectorScale
  }
}

function inputsOf(
  posts: readonly { text: string }[],
  vocabulary: Vocabulary,
  onNew: (reading: Reading, input: NetworkInput) => void,
): NetworkInput[][] {
  const known = new Map<string, NetworkInput>()
  return posts.map(({ text }) =>
    readPost(text, vocabulary)
      .readings.slice(0, mostWords)
      .map((reading) => {
        const key = `${reading.text} ${reading.hash} ${reading.isNegated} ${reading.isQuoted}`
        const same = known.get(key)
        if (same !== undefined) return same
        const input = networkInput(reading)
        known.set(key, input)
        onNew(reading, input)
        return input
      }),
  )
}
