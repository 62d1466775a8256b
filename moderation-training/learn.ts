import { createWordSet, wordSetBits } from '../backend/moderation/bloom.ts'
import { classes } from '../backend/moderation/classes.ts'
import type { ViolationType } from '../backend/moderation/classification.ts'
import { bucketBits } from '../backend/moderation/features.ts'
import { offsetBasis } from '../backend/moderation/hash.ts'
import { codeOf, largestOf } from '../backend/moderation/levels.ts'
import { classCount, stride } from '../backend/moderation/model.ts'
import {
  encodeModel,
  type GateFigures,
  type Model,
  type ModelHeader,
  type Rejections,
} from '../backend/moderation/model-file.ts'
import { encodeNetwork } from '../backend/moderation/network-file.ts'
import type { Vocabulary } from '../backend/moderation/plain-words.ts'
import { featureTable } from './feature-table.ts'
import { defaultSettings, type FitSettings, fitWeights } from './fit.ts'
import { defaultHeadSettings, fitHead, type HeadSettings, isByPeople } from './fit-head.ts'
import { defaultNetworkSettings, fitNetwork, type NetworkSettings } from './fit-network.ts'
import { obfuscated } from './obfuscate.ts'
import type { Post } from './posts.ts'
import { createRandom } from './random.ts'
import type { WordVectors } from './word-vectors.ts'

const disguisedShare = 0.12

/** The result of a fit: the two word sets, the weights and the head as codes, the network as it is stored. */
export type Learned = {
  known: Uint8Array
  common: Uint8Array
  codes: Uint8Array
  largest: number
  bias: number[]
  network: Uint8Array
  head: { codes: Uint8Array; largest: number; bias: number }
}

/** Settings chosen for a model on posts that it did not learn from. */
export type Tuning = Pick<Model, 'calibration' | 'shares' | 'holds'> & { rejections: Rejections; figures: GateFigures }

export type LearnSettings = { weights: FitSettings; network: NetworkSettings; head: HeadSettings; seed: number }

export const settingsFor = (seed: number): LearnSettings => ({
  weights: { ...defaultSettings, seed },
  network: { ...defaultNetworkSettings, seed },
  head: { ...defaultHeadSettings, seed },
  seed,
})

/** Fits the posts, and some of them once more with disguised words; the head only those that people wrote, as they are. */
export function learn(
  plain: readonly Post[],
  vectors: WordVectors,
  settings: LearnSettings,
  onDone: (part: 'weights' | 'network' | 'head', done: number, total: number) => void,
): Learned {
  const random = createRandom(settings.seed + 1)
  const disguised = plain
    .filter(
      (post) =>
        random() <
        (post.source.startsWith('examples') || post.label !== 'none' ? disguisedShare * 1.5 : disguisedShare),
    )
    .map((post) => ({ ...post, text: obfuscated(post.text, random) }))
  const posts = [...plain, ...disguised]
  const { known, common } = frequentWords(plain)
  const vocabulary = { isKnown: createWordSet(known).has, isCommon: createWordSet(common).has }
  const table = featureTable(
    posts.map(({ text }) => text),
    vocabulary,
  )
  const { weights, bias } = fitWeights(table, posts, settings.weights, (done, total) => onDone('weights', done, total))
  const network = fitNetwork(posts, vocabulary, vectors, settings.network, (done, total) =>
    onDone('network', done, total),
  )
  return {
    known,
    common,
    bias: raised(bias),
    network: encodeNetwork(network),
    head: learnHead(plain, vocabulary, settings.head, (done, total) => onDone('head', done, total)),
    ...quantized(weights),
  }
}

export function learnHead(
  posts: readonly Post[],
  vocabulary: Vocabulary,
  settings: HeadSettings,
  onStep: (done: number, total: number) => void,
): Learned['head'] {
  const { weights, bias } = fitHead(posts.filter(isByPeople), vocabulary, settings, onStep)
  const largest = largestOf(weights)
  return { codes: Uint8Array.from(weights, (weight) => codeOf(weight, largest)), largest, bias }
}

/** Log-odds added to the types with the fewest posts to learn from; chosen on the unseen posts. */
const raises: { [type in ViolationType]?: number } = { threats: 0.7, off_topic: 0.4, doxxing: 0.3 }

const raised = (bias: ArrayLike<number>): number[] =>
  classes.map((one, place) => (bias[place] ?? 0) + (one === 'none' ? 0 : (raises[one] ?? 0)))

/** The model file of a fit; its version names everything that was learned and tuned. */
export function encode(
  { known, common, codes, largest, bias, network, head }: Learned,
  { calibration, shares, holds, rejections, figures }: Tuning,
): Uint8Array {
  const sizes = { knownBytes: known.length, commonBytes: common.length }
  const header: ModelHeader = {
    format: 4,
    version: versionOf([codes, network, head.codes], { calibration, shares, holds, refusals: rejections }),
    classes,
    bucketBits,
    largest,
    bias,
    calibration,
    head: { largest: head.largest, bias: head.bias, shares },
    holds,
    refusals: rejections,
    figures,
    ...sizes,
  }
  return encodeModel(header, known, common, network, head.codes, codes)
}

/** Words of four and more posts, and those of sixty and more, which glued words are split into. */
function frequentWords(posts: readonly Post[]): { known: Uint8Array; common: Uint8Array } {
  const counts = new Map<string, number>()
  for (const { text } of posts)
    for (const word of new Set(text.toLowerCase().match(/[a-z][a-z']+/g) ?? []))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  const atLeast = (posts: number, length: number) =>
    [...counts].filter(([word, count]) => count >= posts && word.length >= length).map(([word]) => word)
  return { known: wordSetBits(atLeast(4, 2)), common: wordSetBits(atLeast(60, 4)) }
}

function quantized(weights: Float32Array): { codes: Uint8Array; largest: number } {
  const largest = largestOf(weights)
  const codes = new Uint8Array(stride << bucketBits).fill(128)
  for (let at = 0; at < weights.length; at++) {
    codes[Math.floor(at / classCount) * stride + (at % classCount)] = codeOf(weights[at] ?? 0, largest)
  }
  return { codes, largest }
}

function versionOf(parts: readonly Uint8Array[], tuned: object): string {
  let hash = offsetBasis
  for (const part of parts) for (const code of part) hash = Math.imul(hash ^ code, 0x01000193)
  for (const character of JSON.stringify(tuned)) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
