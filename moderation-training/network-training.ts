import { classes } from '../backend/moderation/classes.ts'
import {
  channels,
  margin,
  type Network,
  type NetworkInput,
  shape,
  writeActivations,
  writeOutput,
  writeVector,
} from '../backend/moderation/network.ts'
import { dense, rows } from './adam.ts'
import { gradientOf, type Target } from './gradient.ts'
import type { Random } from './random.ts'

const { size, filters, widths } = shape
export const maxWords = 64 // of a post; more of them teach little and cost as much
const dropout = { word: 0.05, number: 0.2, channel: 0.3 } // Srivastava et al. 2014
const unknownWord = 1 << shape.wordBits // a row beyond the table: only the letters and the meaning are known

/** Changes the network by the gradients of posts, which `learn` collects and `step` applies. */
export function createNetworkTraining(network: Network, random: Random, smoothing: number) {
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

  function learn(words: readonly NetworkInput[], target: Target): void {
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

  return {
    learn,
    step(rate: number, share: number): void {
      for (const part of parts) part.step(rate, share)
    },
  }
}
