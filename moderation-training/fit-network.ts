import { classes } from '../backend/moderation/classes.ts'
import { kindCount } from '../backend/moderation/lexicon.ts'
import {
  channels,
  margin,
  type Network,
  type NetworkInput,
  networkInput,
  shape,
  writeActivations,
  writeOutput,
  writeVector,
} from '../backend/moderation/network.ts'
import type { Vocabulary } from '../backend/moderation/plain-words.ts'
import { type Reading, readPost } from '../backend/moderation/reading.ts'
import { dense, rows } from './adam.ts'
import { gradientOf, type Target } from './gradient.ts'
import { createRandom, type Random, shuffled } from './random.ts'
import type { WordVectors } from './word-vectors.ts'

export type NetworkSettings = { epochs: number; batch: number; rate: number; smoothing: number; seed: number }

export const defaultNetworkSettings: NetworkSettings = { epochs: 3, batch: 64, rate: 0.002, smoothing: 0.03, seed: 1 }

const { size, filters, widths } = shape
const maxWords = 64 // of a post; more of them teach little and cost as much
const dropout = { word: 0.05, number: 0.2, channel: 0.3 } // Srivastava et al. 2014
const vectorScale = 2

/** Fits the network to posts by Adam, starting from the word vectors, even those of words that no post uses. */
export function fitNetwork(
  posts: readonly ({ text: string } & Target)[],
  vocabulary: Vocabulary,
  wordVectors: WordVectors,
  { epochs, batch, rate, smoothing, seed }: NetworkSettings,
  onStep: (done: number, total: number) => void,
): Network {
  const random = createRandom(seed)
  const network = initialNetwork(random)
  const initialize = wordInitializer(wordVectors, network)
  const inputs = inputsOf(posts, vocabulary, (reading, input) => initialize(reading, input, true))
  for (const word of wordVectors.keys()) {
    const { readings } = readPost(word, vocabulary)
    if (readings.length === 1) for (const reading of readings) initialize(reading, networkInput(reading), false)
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
  const vectors = new Float64Array((maxWords + 2 * margin) * size)
  const vectorGradients = new Float64Array(vectors.length)
  const kept = new Uint8Array(vectors.length)
  const activations = new Float64Array(channels)
  const maxima = new Float64Array(channels)
  const maximaAt = new Int32Array(channels)
  const channelKept = new Uint8Array(channels)
  const logits = new Float64Array(classes.length)
  const gradient = new Float64Array(classes.length)
  const total = epochs * posts.length
  let done = 0
  let inBatch = 0
  for (let epoch = 0; epoch < epochs; epoch++)
    for (const place of shuffled(posts.length, random)) {
      const words = inputs[place]
      const target = posts[place]
      if (words !== undefined && words.length > 0 && target !== undefined) trainOn(words, target)
      done++
      if (++inBatch === batch || done === total) {
        const stepSize = rate * Math.max(0.02, 1 - done / total)
        for (const part of parts) part.step(stepSize, 1 / inBatch)
        inBatch = 0
      }
      if (done % 512 === 0) onStep(done, total)
    }
  onStep(total, total)
  return network

  function trainOn(words: readonly NetworkInput[], target: Target): void {
    const length = (words.length + 2 * margin) * size
    vectors.fill(0, 0, length)
    vectorGradients.fill(0, 0, length)
    const isDropped = words.map(() => random() < dropout.word)
    words.forEach((input, at) => {
      const from = (at + margin) * size
      writeVector(vectors, from, isDropped[at] ? { ...input, word: unknownWord } : input, network)
      for (let one = from; one < from + size; one++) {
        kept[one] = random() < dropout.number ? 0 : 1
        vectors[one] = kept[one] === 0 ? 0 : (vectors[one] ?? 0) / (1 - dropout.number)
      }
    })
    maxima.fill(0)
    maximaAt.fill(-1)
    for (let at = 0; at < words.length; at++) {
      writeActivations(activations, vectors, at, network)
      for (let channel = 0; channel < channels; channel++)
        if ((activations[channel] ?? 0) > (maxima[channel] ?? 0)) {
          maxima[channel] = activations[channel] ?? 0
          maximaAt[channel] = at
        }
    }
    for (let channel = 0; channel < channels; channel++) {
      channelKept[channel] = random() < dropout.channel ? 0 : 1
      maxima[channel] = channelKept[channel] === 0 ? 0 : (maxima[channel] ?? 0) / (1 - dropout.channel)
    }
    writeOutput(logits, maxima, network)
    gradientOf(logits, target, smoothing, gradient)
    for (let one = 0; one < classes.length; one++) {
      const derivative = gradient[one] ?? 0
      learner.outputBias.add(one, derivative)
      for (let channel = 0; channel < channels; channel++)
        if (maxima[channel] !== 0) learner.output.add(one * channels + channel, derivative * (maxima[channel] ?? 0))
    }
    for (let channel = 0; channel < channels; channel++) trainFilter(channel)
    words.forEach((input, at) => {
      const from = (at + margin) * size
      for (let one = from; one < from + size; one++)
        vectorGradients[one] = kept[one] === 0 ? 0 : (vectorGradients[one] ?? 0) / (1 - dropout.number)
      if (!isDropped[at]) learner.words.add(input.word, vectorGradients, from, 1)
      learner.meanings.add(input.meaning, vectorGradients, from, 1)
      learner.flags.add(input.flag, vectorGradients, from, 1)
      for (const gram of input.grams) learner.grams.add(gram, vectorGradients, from, 1 / input.grams.length)
    })
  }

  /** Only the word with the highest activation of a filter learns from it. */
  function trainFilter(channel: number): void {
    const at = maximaAt[channel] ?? -1
    if (at < 0 || channelKept[channel] === 0) return
    let derivative = 0
    for (let one = 0; one < classes.length; one++)
      derivative += (gradient[one] ?? 0) * (network.output[one * channels + channel] ?? 0)
    derivative /= 1 - dropout.channel
    const kind = Math.floor(channel / filters)
    const width = widths[kind] ?? 1
    const length = width * size
    const row = (channel % filters) * length
    const start = (at + margin - (width >> 1)) * size
    const weights = network.filters[kind]
    const learned = learner.filters[kind]
    if (weights === undefined || learned === undefined) return
    learner.filterBias.add(channel, derivative)
    for (let one = 0; one < length; one++) {
      learned.add(row + one, derivative * (vectors[start + one] ?? 0))
      vectorGradients[start + one] = (vectorGradients[start + one] ?? 0) + derivative * (weights[row + one] ?? 0)
    }
  }
}

const unknownWord = 1 << shape.wordBits // a row beyond the table: only the letters and the meaning are known

/** Small random numbers where rows have to differ at the start, and 0 elsewhere. */
function initialNetwork(random: Random): Network {
  const bellShaped = (spread: number) => (random() + random() + random() + random() - 2) * Math.sqrt(3) * spread
  const uniform = (reach: number) => (random() * 2 - 1) * reach
  return {
    words: new Float32Array(size << shape.wordBits),
    grams: Float32Array.from({ length: size << shape.gramBits }, () => bellShaped(0.1)),
    meanings: Float32Array.from({ length: size * (kindCount + 1) }, (_, at) => (at < size ? 0 : bellShaped(0.1))),
    flags: Float32Array.from({ length: size * 4 }, () => bellShaped(0.1)),
    filters: widths.map((width) =>
      Float64Array.from({ length: filters * width * size }, () => uniform(1 / Math.sqrt(width * size))),
    ),
    filterBias: new Float64Array(channels),
    output: Float64Array.from({ length: classes.length * channels }, () => uniform(1 / Math.sqrt(channels))),
    outputBias: new Float64Array(classes.length),
  }
}

/** Sets the initial rows of words. A row that two words share goes to a word of the posts, and to the more common one. */
function wordInitializer(wordVectors: WordVectors, { words }: Network) {
  const places = new Map([...wordVectors.keys()].map((word, place): [string, number] => [word, place]))
  const owners = new Map<number, number>()
  return ({ text }: Reading, { word }: NetworkInput, isOfPosts: boolean) => {
    const vector = wordVectors.get(text)
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
      .readings.slice(0, maxWords)
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
