import { createWordSet } from './bloom.ts'
import type { Calibration } from './calibration.ts'
import { bucketBits } from './features.ts'
import { stride, type Weights } from './model.ts'
import type { Vocabulary } from './plain-words.ts'
import { classes } from './verdict.ts'

/** All that was learned; the version names the training run. */
export type Model = { version: string; weights: Weights; vocabulary: Vocabulary; calibration: Calibration }

export type ModelHeader = {
  /** Of the layout of the file and of the features' hashes. */
  format: 1
  version: string
  classes: readonly string[]
  bucketBits: number
  /** Weight of code c: sign(c - 128) * ((c - 128) / 127)² * largest. */
  largest: number
  bias: readonly number[]
  calibration: Calibration
  /** Bytes of the two word sets that follow the header; the weights take the rest. */
  knownBytes: number
  commonBytes: number
}

const magic = 0x4d4f4431 // MOD1

/** `MOD1`, length of the header (32 bits, little-endian), the header as JSON, known words, common words, weights. */
export function encodeModel(header: ModelHeader, known: Uint8Array, common: Uint8Array, codes: Uint8Array): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(header))
  const bytes = new Uint8Array(8 + json.length + known.length + common.length + codes.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, magic)
  view.setUint32(4, json.length, true)
  let at = 8
  for (const part of [json, known, common, codes]) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

export function decodeModel(bytes: Uint8Array): Model {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 8 || view.getUint32(0) !== magic)
    throw new TypeError('This is no model file: train one with npm run moderation:train.')
  const headerEnd = 8 + view.getUint32(4, true)
  const header: ModelHeader = JSON.parse(new TextDecoder().decode(bytes.subarray(8, headerEnd)))
  if (header.format !== 1 || header.bucketBits !== bucketBits || header.classes.join() !== classes.join())
    throw new TypeError(
      `Model ${header.version} was made for other features: train it anew with npm run moderation:train.`,
    )
  const knownEnd = headerEnd + header.knownBytes
  const commonEnd = knownEnd + header.commonBytes
  const codes = bytes.subarray(commonEnd)
  if (codes.length !== stride << bucketBits)
    throw new TypeError(`Model ${header.version} is cut short: fetch backend/moderation/model.bin again.`)
  const known = createWordSet(bytes.subarray(headerEnd, knownEnd))
  const common = createWordSet(bytes.subarray(knownEnd, commonEnd))
  return {
    version: header.version,
    weights: { codes, levels: levelsOf(header.largest), bias: Float32Array.from(header.bias) },
    vocabulary: { isKnown: known.has, isCommon: common.has },
    calibration: header.calibration,
  }
}

/** The 256 values a weight can have: close together near 0, where most weights are. */
export function levelsOf(largest: number): Float32Array {
  return Float32Array.from({ length: 256 }, (_, code) => Math.sign(code - 128) * ((code - 128) / 127) ** 2 * largest)
}

/** The code of the nearest value. */
export function codeOf(weight: number, largest: number): number {
  const part = Math.sqrt(Math.min(1, Math.abs(weight) / largest)) * 127
  return 128 + Math.sign(weight) * Math.round(part)
}
