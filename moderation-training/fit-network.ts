import { classes } from '../backend/moderation/classes.ts'
import { kindCount } from '../backend/moderation/lexicon.ts'
import { channels, type Network, type NetworkInput, networkInput, shape } from '../backend/moderation/network.ts'
import type { Vocabulary } from '../backend/moderation/plain-words.ts'
import { type Reading, readPost } from '../backend/moderation/reading.ts'
import type { Target } from './gradient.ts'
import { createNetworkTraining, maxWords } from './network-training.ts'
import { createRandom, type Random, shuffled } from './random.ts'
import type { WordVectors } from './word-vectors.ts'

export type NetworkSettings = { epochs: number; batch: number; rate: number; smoothing: number; seed: number }

export const defaultNetworkSettings: NetworkSettings = { epochs: 3, batch: 64, rate: 0.002, smoothing: 0.03, seed: 1 }

const { size, filters, widths } = shape
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
  const training = createNetworkTraining(network, random, smoothing)
  const total = epochs * posts.length
  let done = 0
  let inBatch = 0
  for (let epoch = 0; epoch < epochs; epoch++)
    for (const place of shuffled(posts.length, random)) {
      const words = inputs[place]
      const target = posts[place]
      if (words !== undefined && words.length > 0 && target !== undefined) training.learn(words, target)
      done++
      if (++inBatch === batch || done === total) {
        const stepSize = rate * Math.max(0.02, 1 - done / total)
        training.step(stepSize, 1 / inBatch)
        inBatch = 0
      }
      if (done % 512 === 0) onStep(done, total)
    }
  onStep(total, total)
  return network
}

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
