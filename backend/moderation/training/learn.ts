import { createWordSet, wordSetBits } from '../bloom.ts'
import type { Calibration } from '../calibration.ts'
import { bucketBits } from '../features.ts'
import { classCount, stride } from '../model.ts'
import { codeOf, encodeModel, type ModelHeader } from '../model-file.ts'
import { classes } from '../verdict.ts'
import { featureTable } from './feature-table.ts'
import { type FitSettings, fitWeights } from './fit.ts'
import { obfuscated } from './obfuscate.ts'
import type { Post } from './posts.ts'
import { createRandom } from './random.ts'

const disguisedShare = 0.12

/** What a fit leaves: the two word sets, and the weights as codes. */
export type Learned = { known: Uint8Array; common: Uint8Array; codes: Uint8Array; largest: number; bias: number[] }

/** Fits the posts, and some of them once more in disguise. */
export function learn(
  plain: readonly Post[],
  settings: FitSettings,
  onDone: (done: number, total: number) => void,
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
  const { known, common } = usualWords(plain)
  const vocabulary = { isKnown: createWordSet(known).has, isCommon: createWordSet(common).has }
  const table = featureTable(
    posts.map(({ text }) => text),
    vocabulary,
  )
  const { weights, bias } = fitWeights(table, posts, settings, onDone)
  return { known, common, bias: [...bias], ...quantised(weights) }
}

/** The model file of what was learned; its version names the weights and the calibration. */
export function encode({ known, common, codes, largest, bias }: Learned, calibration: Calibration): Uint8Array {
  const sizes = { knownBytes: known.length, commonBytes: common.length }
  const header: ModelHeader = {
    format: 1,
    version: versionOf(codes, calibration),
    classes,
    bucketBits,
    largest,
    bias,
    calibration,
    ...sizes,
  }
  return encodeModel(header, known, common, codes)
}

/** Words of four posts and more, and those of sixty and more, which glued words are parted into. */
function usualWords(posts: readonly Post[]): { known: Uint8Array; common: Uint8Array } {
  const counts = new Map<string, number>()
  for (const { text } of posts)
    for (const word of new Set(text.toLowerCase().match(/[a-z][a-z']+/g) ?? []))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  const atLeast = (posts: number, length: number) =>
    [...counts].filter(([word, count]) => count >= posts && word.length >= length).map(([word]) => word)
  return { known: wordSetBits(atLeast(4, 2)), common: wordSetBits(atLeast(60, 4)) }
}

function quantised(weights: Float32Array): { codes: Uint8Array; largest: number } {
  const largest = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 1e-6)
  const codes = new Uint8Array(stride << bucketBits).fill(128)
  for (let at = 0; at < weights.length; at++) {
    codes[Math.floor(at / classCount) * stride + (at % classCount)] = codeOf(weights[at] ?? 0, largest)
  }
  return { codes, largest }
}

function versionOf(codes: Uint8Array, calibration: Calibration): string {
  let hash = 0x811c9dc5
  for (const code of codes) hash = Math.imul(hash ^ code, 0x01000193)
  for (const character of JSON.stringify(calibration)) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
