import { createWordSet } from './bloom.ts'
import type { Calibration } from './calibration.ts'
import { classes } from './classes.ts'
import type { ViolationType } from './classification.ts'
import { bucketBits } from './features.ts'
import { levelsOf } from './levels.ts'
import { headBits, type LinearHead } from './linear-head.ts'
import { stride, type Weights } from './model.ts'
import type { Network } from './network.ts'
import { decodeNetwork, networkBytes } from './network-file.ts'
import type { Vocabulary } from './plain-words.ts'

/** Everything that was learned; the version names the training run. */
export type Model = {
  version: string
  weights: Weights
  network: Network
  /** Null in a file of an earlier release. */
  head: LinearHead | null
  /** Weight of the head beside the other two, from 0 to 1, for each kind of post. */
  shares: { [domain in keyof Calibration]: number }
  vocabulary: Vocabulary
  calibration: Calibration
  /** Percent of probability from which a post is left to a person, for each kind of post and type. */
  holds: Holds
  /** Whole percent, as it is shown, from which at least 95 in 100 rejections of a type were right; null: never. */
  rejections: Rejections
  /** Results of the model on posts it did not learn from; null in a file of an earlier release. */
  figures: GateFigures | null
}

/** Figures that the next training is measured against, shares from 0 to 1. */
export type GateFigures = {
  /** SHA-256 of the development posts that these are about. */
  posts: string
  /** Area under the curve on the public posts. */
  publicAuc: number
  /** Share of the civil posts of web debates that are held or rejected. */
  webDebateHeld: number
  /** Share of violations among the political posts held or rejected. */
  politicalPrecision: number
}

export type Holds = { [domain in keyof Calibration]: { [type in ViolationType]: number } }

export type Rejections = { [type in ViolationType]: number | null }

export type ModelHeader = {
  /** Version of the file's layout and of the feature hashes. */
  format: 4
  version: string
  classes: readonly string[]
  bucketBits: number
  /** Weight of code c: sign(c - 128) * ((c - 128) / 127)² * largest. */
  largest: number
  bias: readonly number[]
  calibration: Calibration
  head: { largest: number; bias: number; shares: Model['shares'] }
  /** Left out by the first files of this format. */
  holds?: Holds
  /** The rejections of the model, under the name that model files have for them. */
  refusals: Rejections
  figures: GateFigures
  /** Bytes of the two word sets that follow the header; the network, the head and the weights fill the rest. */
  knownBytes: number
  commonBytes: number
}

const magic = 0x4d4f4432 // MOD2

/**
 * `MOD2`, length of the header (32 bits, little-endian), the header as JSON, known words, common words, network, head,
 * weights.
 */
export function encodeModel(
  header: ModelHeader,
  ...parts: [known: Uint8Array, common: Uint8Array, network: Uint8Array, head: Uint8Array, codes: Uint8Array]
): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(header))
  const bytes = new Uint8Array(8 + json.length + parts.reduce((sum, part) => sum + part.length, 0))
  const view = new DataView(bytes.buffer)
  view.setUint32(0, magic)
  view.setUint32(4, json.length, true)
  let at = 8
  for (const part of [json, ...parts]) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** The header of the release before had neither a head nor what was measured with it. */
type EarlierHeader = Omit<ModelHeader, 'format' | 'head' | 'holds' | 'refusals' | 'figures'> & { format: 3 }

const always30 = { harassment: 30, hate_speech: 30, threats: 30, spam: 30, off_topic: 30, doxxing: 30 }
/** Models without percentages of their own leave every type to people from 30 percent. */
export const earlierHolds: Holds = { political: always30, other: always30 }

/** The types that models without thresholds of their own may reject, from 80 percent. */
const earlierRejections: Rejections = {
  harassment: null,
  hate_speech: 80,
  threats: 80,
  spam: null,
  off_topic: null,
  doxxing: 80,
}

function headerOf(bytes: Uint8Array): { header: ModelHeader | EarlierHeader; headerEnd: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 8 || view.getUint32(0) !== magic)
    throw new TypeError('This is not a model file: train one with npm run moderation:train.')
  const headerEnd = 8 + view.getUint32(4, true)
  return { header: JSON.parse(new TextDecoder().decode(bytes.subarray(8, headerEnd))), headerEnd }
}

export const versionOf = (bytes: Uint8Array): string => headerOf(bytes).header.version

export function decodeModel(bytes: Uint8Array): Model {
  const { header, headerEnd } = headerOf(bytes)
  if (
    (header.format !== 3 && header.format !== 4) ||
    header.bucketBits !== bucketBits ||
    header.classes.join() !== classes.join()
  )
    throw new TypeError(
      `Model ${header.version} was made for other features: train it anew with npm run moderation:train.`,
    )
  const knownEnd = headerEnd + header.knownBytes
  const commonEnd = knownEnd + header.commonBytes
  const networkEnd = commonEnd + networkBytes
  const headEnd = networkEnd + (header.format === 3 ? 0 : 1 << headBits)
  const codes = bytes.subarray(headEnd)
  if (codes.length !== stride << bucketBits)
    throw new TypeError(`Model ${header.version} is cut short: fetch backend/moderation/model.bin again.`)
  const known = createWordSet(bytes.subarray(headerEnd, knownEnd))
  const common = createWordSet(bytes.subarray(knownEnd, commonEnd))
  return {
    version: header.version,
    weights: { codes, levels: levelsOf(header.largest), bias: Float32Array.from(header.bias) },
    network: decodeNetwork(bytes.subarray(commonEnd, networkEnd)),
    vocabulary: { isKnown: known.has, isCommon: common.has },
    calibration: header.calibration,
    ...(header.format === 3
      ? {
          head: null,
          shares: { political: 0, other: 0 },
          holds: earlierHolds,
          rejections: earlierRejections,
          figures: null,
        }
      : {
          head: {
            codes: bytes.subarray(networkEnd, headEnd),
            levels: levelsOf(header.head.largest),
            bias: header.head.bias,
          },
          shares: header.head.shares,
          holds: header.holds ?? earlierHolds,
          rejections: header.refusals,
          figures: header.figures,
        }),
  }
}
