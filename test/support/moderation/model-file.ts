import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { classes } from '../../../backend/moderation/classes.ts'

const bundled = readFileSync(join(import.meta.dirname, '../../../backend/moderation/model.bin'))
const headerEnd = 8 + bundled.readUInt32LE(4)

/** The bundled model with another version and other header fields. */
export function modelFile(
  version: unknown,
  change: (header: Record<string, unknown>) => object = (same) => same,
): Buffer {
  const header = JSON.parse(bundled.toString('utf8', 8, headerEnd))
  return framed(JSON.stringify(change({ ...header, version })))
}

/** The bundled model with this text as its header. */
export function framed(text: string): Buffer {
  const json = Buffer.from(text)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(json.length)
  return Buffer.concat([bundled.subarray(0, 4), length, json, bundled.subarray(headerEnd)])
}

/**
 * A model that flags everything or nothing as a threat: its calibration always returns the same probability. It holds
 * from 30 percent and rejects from 80.
 */
export const constantModel = (version: string, probability: number) =>
  modelFile(version, (header) => ({
    ...header,
    calibration: { political: [[0, probability]], other: [[0, probability]] },
    bias: classes.map((one) => (one === 'threats' ? 50 : 0)),
    holds: undefined,
    refusals: { harassment: null, hate_speech: 80, threats: 80, spam: null, off_topic: null, doxxing: 80 },
  }))
