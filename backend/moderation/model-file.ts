import { createWordSet } from './bloom.ts'
import type { Calibration } from './calibration.ts'
import { classes } from './classes.ts'
import { bucketBits } from './features.ts'
import { levelsOf } from './levels.ts'
import { stride, type Weights } from './model.ts'
import type { Network } from './network.ts'
import { decodeNetwork, networkBytes } from './network-file.ts'
import type { Vocabulary } from './plain-words.ts'

/** Everything that was learned; the version names the training run. */
export type Model = {
  version: string
  weights: Weights
  network: Network
  vocabulary: Vocabulary
  calibration: Calibration
}

export type ModelHeader = {
  /** Version of the file's layout and of the feature hashes. */
  format: 3
  version: string
  classes: readonly string[]
  bucketBits: number
  /** Weight of code c: sign(c - 128) * ((c - 128) / 127)² * largest. */
  largest: number
  bias: readonly number[]
  calibration: Calibration
  /** Bytes of the two word sets that follow the header; the network and the weights fill the rest. */
  knownBytes: number
  commonBytes: number
}

const magic = 0x4d4f4432 // MOD2

/** `MOD2`, length of the header (32 bits, little-endian), the header as JSON, known words, common words, network, weights. */
export function encodeModel(
  header: ModelHeader,
  ...parts: [known: Uint8Array, common: Uint8Array, network: Uint8Array, codes: Uint8Array]
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

function headerOf(bytes: Uint8Array): { header: ModelHeader; headerEnd: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 8 || view.getUint32(0) !== magic)
    throw new TypeError('This is not a model file: train one with npm run moderation:train.')
  const headerEnd = 8 + view.getUint32(4, true)
  return { header: JSON.parse(new TextDecoder().decode(bytes.subarray(8, headerEnd))), headerEnd }
}

export const versionOf = (bytes: Uint8Array): string => headerOf(bytes).header.version

export function decodeModel(bytes: Uint8Array): Model {
  const { header, headerEnd } = headerOf(bytes)
  if (header.format !== 3 || header.bucketBits !== bucketBits || header.classes.join() !== classes.join())
    throw new TypeError(
      `Model ${header.version} was made for other features: train it anew with npm run moderation:train.`,
    )
  const knownEnd = headerEnd + header.knownBytes
  const commonEnd = knownEnd + header.commonBytes
  const networkEnd = commonEnd + networkBytes
  const codes = bytes.subarray(networkEnd)
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
  }
}
